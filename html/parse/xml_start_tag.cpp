#include "hrefkit/html/parse/xml_start_tag.h"

#include <algorithm>

#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

constexpr ByteSet name_end = xml_whitespace | ByteSet("=/>");

}  // namespace

XmlStartTag::XmlStartTag(std::string_view text, text::Span tag)
    : text_(text.substr(0, tag.end)), position_(std::min(tag.begin + 1, tag.end)) {
  name_ = read_name();
}

std::optional<XmlAttributeSource> XmlStartTag::next() {
  position_ += text::run_length(text_.substr(position_), xml_whitespace);
  const text::Span name = read_name();
  if (name.empty()) return std::nullopt;
  position_ = std::min(text_.find_first_of("\"'", position_), text_.size());
  if (position_ == text_.size()) return std::nullopt;
  const std::size_t begin = position_ + 1;
  const std::size_t end = std::min(text_.find(text_[position_], begin), text_.size());
  position_ = std::min(end + 1, text_.size());
  return XmlAttributeSource{name, text::make_span(begin, end)};
}

text::Span XmlStartTag::read_name() {
  const std::size_t begin = position_;
  position_ += text::length_until(text_.substr(position_), name_end);
  return text::make_span(begin, position_);
}

}  // namespace hrefkit::html
