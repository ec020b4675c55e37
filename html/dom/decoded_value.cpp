#include "hrefkit/html/dom/decoded_value.h"

#include <utility>

#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

void set_from_source(Document& document, SourcedString& string, SourceDecoder decode) {
  const std::string_view raw = string.span.in(document.text());
  if (!needs_decoding(raw)) {
    string.value = raw;
    return;
  }
  std::string value;
  text::SourceMap map;
  decode(raw, value, &map);
  string.value = document.keep(std::move(value));
  if (!map.is_identity()) string.map = document.keep(std::move(map));
}

std::string_view kept_lower_name(Document& document, std::string_view written) {
  std::string name;
  decode_raw_text(written, name, nullptr);
  name = text::to_ascii_lower(name);
  return name == written ? written : document.keep_name(name);
}

Attribute attribute_from_tag(Document& document, TagAttribute const& written) {
  Attribute attribute;
  attribute.span = written.value;
  attribute.name = kept_lower_name(document, written.name.in(document.text()));
  set_from_source(document, attribute, decode_attribute_value);
  return attribute;
}

}  // namespace hrefkit::html
