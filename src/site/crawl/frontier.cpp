#include "hrefkit/site/crawl/frontier.h"

#include <algorithm>

namespace hrefkit::site {

std::optional<EntryId> CrawlFrontier::next_to_ask() {
  const std::size_t end = std::min(row_.size(), max_ahead);
  for (std::size_t i = 0; i < end; ++i) {
    if (row_[i].is_asked) continue;
    row_[i].is_asked = true;
    return row_[i].target;
  }
  return std::nullopt;
}

}  // namespace hrefkit::site
