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

namespace {

bool names_url(std::string_view parameter) {
  parameter = text::strip_ascii_whitespace(parameter);
  constexpr std::string_view polling = "polling-uri";
  if (text::equals_ignoring_ascii_case(parameter.substr(0, polling.size()), polling)) {
    return text::is_made_of(parameter.substr(polling.size()), text::ascii_digit);
  }
  return text::equals_ignoring_ascii_case(parameter, "action-uri") ||
         text::equals_ignoring_ascii_case(parameter, "icon-uri");
}

}  // namespace

std::optional<text::Span> ParameterUrls::next() {
  while (offset_ < value_.size()) {
    const std::size_t end = std::min(value_.find(';', offset_), value_.size());
    const std::string_view parameter = value_.substr(offset_, end - offset_);
    offset_ = end + 1;
    const std::size_t equals = parameter.find('=');
    if (equals == parameter.npos || !names_url(parameter.substr(0, equals))) continue;
    const std::string_view url = text::strip_ascii_whitespace(parameter.substr(equals + 1));
    if (url.empty()) continue;
    const auto begin = static_cast<std::size_t>(url.data() - value_.data());
    return text::make_span(begin, begin + url.size());
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
