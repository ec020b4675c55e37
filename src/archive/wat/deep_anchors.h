// The anchors that stand open inside so many others that no text goes to them.
//
// Pages that never close an anchor have very many. An end tag closes the last anchor that is open,
// so no more of them are kept than there are end tags left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/archive/wat/open_entries.h"

namespace hrefkit::archive {

/// A stack of anchors.
class DeepAnchors {
 public:
  /// For an anchor without href.
  static constexpr std::size_t no_entry = SIZE_MAX;

  /// Begins a page, whose text must outlive its anchors.
  void start(std::string_view text);

  /// Adds an anchor whose entry waits in `entries`, as the last one. Entries of anchors that nobody
  /// closes are forgotten.
  void add(std::size_t entry, OpenEntries& entries);

  /// Reads an end tag: takes the last anchor off, and returns its entry. Nothing without one.
  std::optional<std::size_t> close();

  std::size_t size() const { return open_.size(); }

 private:
  void forget_unclosed(OpenEntries& entries);

  std::string_view text_;
  std::vector<std::size_t> open_;
  std::optional<std::size_t> ends_left_;  // at most; counted when many anchors are open
  std::size_t closed_ = 0;
};

}  // namespace hrefkit::archive
