#include "hrefkit/html/parse/xml_start_tag.h"

#include <algorithm>
#include <cstdint>

#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

constexpr ByteSet name_end = xml_whitespace | ByteSet("=/>");

}  // namespace

XmlStartTag::XmlStartTag(std::string_view text, text::Span tag)
    : tag_(tag.in(text)), offset_(tag.begin), position_(std::min<std::size_t>(1, tag_.size())) {
  name_ = read_name();
}

std::optional<XmlAttributeSource> XmlStartTag::next() {
  skip_whitespace();
  const text::Span name = read_name();
  if (name.empty()) return std::nullopt;
  position_ = std::min(tag_.find_first_of("\"'", position_), tag_.size());
  if (position_ == tag_.size()) return std::nullopt;
  const std::size_t begin = position_ + 1;
  const std::size_t end = std::min(tag_.find(tag_[position_], begin), tag_.size());
  position_ = std::min(end + 1, tag_.size());
  return XmlAttributeSource{name, make_span(begin, end)};
}

text::Span XmlStartTag::read_name() {
  const std::size_t begin = position_;
  while (position_ < tag_.size() && !name_end.contains(tag_[position_])) ++position_;
  return make_span(begin, position_);
}

void XmlStartTag::skip_whitespace() {
  while (position_ < tag_.size() && xml_whitespace.contains(tag_[position_])) ++position_;
}

text::Span XmlStartTag::make_span(std::size_t begin, std::size_t end) const {
  return {static_cast<std::uint32_t>(offset_ + begin), static_cast<std::uint32_t>(offset_ + end)};
}

}  // namespace hrefkit::html
