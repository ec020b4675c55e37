// Links as rows of C.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/archive/header_links.h"
#include "hrefkit/c/border.h"
#include "hrefkit/c/page.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/url_budget.h"

namespace hrefkit::c {

/// The namespace as rows have it.
hrefkit_ns ns_of(html::Namespace ns);

/// Rows of the size that the caller wants.
class Rows {
 public:
  explicit Rows(std::size_t row_size) : row_size_(row_size) {}

  void add(hrefkit_link const& row);
  void clear();
  std::size_t size() const { return count_; }

  /// Null where there are none.
  hrefkit_link const* data() const {
    return count_ == 0 ? nullptr : reinterpret_cast<hrefkit_link const*>(bytes_.data());
  }

 private:
  std::size_t row_size_;
  std::size_t count_ = 0;
  std::vector<std::byte> bytes_;
};

/// How long the texts of rows live.
enum class RowTexts : bool {
  views,   ///< as long as the block that is being told: URLs alone are in the arena
  copies,  ///< as long as the arena
};

/// Makes rows of the links of one page.
class RowMaker {
 public:
  RowMaker(FindRequest const& request, html::SourceText const& source, TextArena& arena,
           RowTexts texts)
      : request_(request),
        arena_(arena),
        copies_(texts == RowTexts::copies),
        places_(source, request.unit) {}

  /// Adds those links of a block that are wanted.
  void add(html::LinkBlock const& block, Rows& rows);

 private:
  hrefkit_link row_of(html::LinkBlock const& block, html::Link const& link);
  void set_urls(hrefkit_link& row, html::LinkBlock const& block, html::Link const& link);
  hrefkit_view text(std::string_view text) {
    return copies_ ? arena_.keep_view(text) : view_of(text);
  }
  hrefkit_view repeated(std::string_view text);

  FindRequest const& request_;
  TextArena& arena_;
  bool copies_;
  Places places_;
  std::string url_;
  std::string loaded_;
  std::array<std::string_view, 64> names_ = {};  // copies of texts that come again
};

/// A row of a field of an HTTP head, resolved by `base`. `budget` is that of all fields.
hrefkit_link header_row(archive::HeaderLink const& link, html::LinkBase const& base,
                        html::UrlBudget& budget, TextArena& arena);

}  // namespace hrefkit::c
