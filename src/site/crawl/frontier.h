// The order in which a crawl processes its pages: breadth first, and the same in every run,
// whatever answer arrives first.
//
// URLs wait in one row: by level, then by the number of the page that names them first, then in
// source order. That is the order in which they are added, as pages are processed one by one. Some
// of the first ones are asked for at the same time; the crawl waits for the first one of all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// The row of own URLs, as numbers.
class CrawlFrontier {
 public:
  /// At most so many of the first ones are asked for before the first of them is processed.
  static constexpr std::size_t max_ahead = 64;

  /// Adds a URL at the end. A URL that is `asked` already is not given by `next_to_ask`.
  void add(EntryId target, bool asked = false) { row_.push_back({target, asked}); }

  /// Puts a URL at the beginning: where the redirect leads that was processed last.
  void add_first(EntryId target, bool asked) { row_.push_front({target, asked}); }

  /// The first of the `max_ahead` first ones that is not asked for yet, which counts as asked then.
  std::optional<EntryId> next_to_ask() {
    const std::size_t end = std::min(row_.size(), max_ahead);
    for (std::size_t i = 0; i < end; ++i) {
      if (row_[i].is_asked) continue;
      row_[i].is_asked = true;
      return row_[i].target;
    }
    return std::nullopt;
  }

  bool empty() const { return row_.empty(); }

  /// The one whose turn it is.
  EntryId first() const { return row_.front().target; }

  /// Removes it.
  void pop_first() { row_.pop_front(); }

 private:
  struct Place {
    EntryId target = no_entry;
    bool is_asked = false;
  };

  std::deque<Place> row_;
};

}  // namespace hrefkit::site
