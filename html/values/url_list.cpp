#include "hrefkit/html/url_list.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

std::optional<text::Span> SpaceList::next() {
  const auto is_space = [](char c) { return text::ascii_whitespace.contains(c); };
  const auto begin = std::find_if_not(value_.begin() + static_cast<std::ptrdiff_t>(offset_),
                                      value_.end(), is_space);
  const auto end = std::find_if(begin, value_.end(), is_space);
  offset_ = static_cast<std::size_t>(end - value_.begin());
  if (begin == end) return std::nullopt;
  return text::make_span(static_cast<std::size_t>(begin - value_.begin()), offset_);
}

bool has_item(std::string_view list, std::string_view wanted) {
  SpaceList items(list);
  while (const auto item = items.next()) {
    if (text::equals_ignoring_ascii_case(item->in(list), wanted)) return true;
  }
  return false;
}

std::optional<text::Span> CommaList::next() {
  while (offset_ < value_.size()) {
    const std::size_t comma = std::min(value_.find(',', offset_), value_.size());
    const std::string_view item =
        text::strip_ascii_whitespace(value_.substr(offset_, comma - offset_));
    offset_ = comma + 1;
    if (item.empty()) continue;
    const auto begin = static_cast<std::size_t>(item.data() - value_.data());
    return text::make_span(begin, begin + item.size());
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
