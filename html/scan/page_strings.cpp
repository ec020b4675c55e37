#include "hrefkit/html/scan/page_strings.h"

#include "hrefkit/html/names/svg_tag_name.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html::scan {

std::string_view PageStrings::peek(WrittenValue const& value) {
  if (!value.coded) return value.span.in(text_);
  decode_attribute_value(value.span.in(text_), scratch_, nullptr);
  return scratch_;
}

std::string_view PageStrings::keep(WrittenValue const& value) {
  return value.coded ? arena_.keep(peek(value)) : value.span.in(text_);
}

DecodedValue PageStrings::decode(WrittenValue const& value, Decoder decoder) {
  if (!value.coded) return {value.span.in(text_), value.span.begin, nullptr};
  decoder(value.span.in(text_), scratch_, &map_);
  return {arena_.keep(scratch_), value.span.begin, &map_};
}

std::string_view PageStrings::element_name(WrittenTag const& tag, Namespace ns) {
  if (tag.tag == TagName::image && ns == Namespace::html) return "img";
  if (tag.tag != TagName::unknown && ns != Namespace::svg) {
    return tag_names[static_cast<std::size_t>(tag.tag) - 1];
  }
  const std::string_view written = tag.name.in(text_);
  decode_raw_text(written, scratch_, nullptr);
  scratch_ = text::to_ascii_lower(scratch_);
  if (ns == Namespace::svg) {
    if (const std::string_view mixed = svg_tag_name(scratch_); !mixed.empty()) return mixed;
  }
  return scratch_ == written ? written : arena_.keep(scratch_);
}

}  // namespace hrefkit::html::scan
