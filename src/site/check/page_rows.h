// The rows of one page, kept until it is the page's turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hrefkit/site/finding.h"

namespace hrefkit::site {

/// Findings with their texts.
class PageRows {
 public:
  /// So many rows, and about so many bytes, wait at most; a page with more is read again when its
  /// turn has come.
  static constexpr std::size_t most = 2048;
  static constexpr std::size_t most_bytes = std::size_t{2} << 20;

  bool is_full() const { return rows_.size() >= most || bytes() >= most_bytes; }
  std::size_t size() const { return rows_.size(); }
  /// The bytes of memory that the rows take.
  std::size_t bytes() const { return rows_.size() * sizeof(Row) + texts_.size(); }
  void clear();
  void add(Finding const& finding);

  /// The row with that number; its views live until this changes.
  Finding at(std::size_t number) const;

 private:
  /// Where a text stands in `texts_`.
  struct Piece {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct Row {
    Finding finding;  // its views are void; `pieces` has the texts
    Piece file, element, attribute, raw, url, base, base_source, target, suggestion, message,
        context, source_line;
  };

  Piece keep(std::string_view text);
  std::string_view view(Piece piece) const;

  std::vector<Row> rows_;
  std::string texts_;
};

}  // namespace hrefkit::site
