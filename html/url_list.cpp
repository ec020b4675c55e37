#include "hrefkit/html/url_list.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

std::optional<text::Span> SpaceList::next() {
  offset_ += text::run_length(value_.substr(offset_), text::ascii_whitespace);
  const std::size_t begin = offset_;
  offset_ += text::length_until(value_.substr(begin), text::ascii_whitespace);
  if (begin == offset_) return std::nullopt;
  return text::make_span(begin, offset_);
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
