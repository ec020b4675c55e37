#include "hrefkit/html/encoding.h"

#include "hrefkit/html/encoding/declared_encoding.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

using text::Encoding;

/// Steps 5 and following of the algorithm: the declarations in the document.
EncodingChoice choose_for_html(std::string_view bytes, EncodingFallback const& fallback) {
  if (const auto utf_16 = utf_16_of_xml_declaration(bytes)) {
    return {*utf_16, EncodingSource::xml_declaration};
  }
  if (const auto encoding = find_meta_encoding(bytes)) return {*encoding, EncodingSource::meta};
  if (const auto encoding = encoding_in_xml_declaration(bytes)) {
    return {*encoding, EncodingSource::xml_declaration};
  }
  if (fallback.utf_8_if_valid && text::find_invalid_utf8(bytes) == bytes.size()) {
    return {Encoding::utf_8, EncodingSource::fallback};
  }
  return {fallback.encoding, EncodingSource::fallback};
}

EncodingChoice choose_for_xml(std::string_view bytes) {
  if (const auto utf_16 = utf_16_of_xml_declaration(bytes)) {
    return {*utf_16, EncodingSource::xml_declaration};
  }
  if (const auto encoding = encoding_in_xml_declaration(bytes)) {
    return {*encoding, EncodingSource::xml_declaration};
  }
  return {Encoding::utf_8, EncodingSource::xml_default};
}

EncodingChoice choose_for_css(std::string_view bytes, std::optional<Encoding> environment) {
  if (const auto encoding = encoding_in_charset_rule(bytes)) {
    return {*encoding, EncodingSource::charset_rule};
  }
  return {environment.value_or(Encoding::utf_8), EncodingSource::type_default};
}

}  // namespace

std::string_view name(EncodingSource source) {
  static constexpr text::EnumTable<EncodingSource::type_default> names({
      {EncodingSource::byte_order_mark, "byte-order-mark"},
      {EncodingSource::option, "option"},
      {EncodingSource::transport, "transport"},
      {EncodingSource::meta, "meta"},
      {EncodingSource::xml_declaration, "xml-declaration"},
      {EncodingSource::fallback, "fallback"},
      {EncodingSource::xml_default, "xml-default"},
      {EncodingSource::charset_rule, "charset-rule"},
      {EncodingSource::type_default, "type-default"},
  });
  return names[source].name;
}

EncodingChoice choose_encoding(std::string_view bytes, EncodingOptions const& options) {
  if (const auto mark = text::find_byte_order_mark(bytes)) {
    return {mark->encoding, EncodingSource::byte_order_mark, mark->length};
  }
  if (options.encoding) return {*options.encoding, EncodingSource::option};
  // Manifests: Web Application Manifest 2, "processing a manifest", decodes as UTF-8. So are text
  // files: RFC 9309, 2.2, robots.txt.
  const bool counts =
      options.content_type != ContentType::json && options.content_type != ContentType::text;
  const auto charset = text::encoding_from_label(options.transport_charset);
  if (charset && counts) {
    return {*charset, EncodingSource::transport};
  }
  switch (options.content_type) {
    case ContentType::html:
      break;
    case ContentType::xml:
      return choose_for_xml(bytes);
    case ContentType::css:
      return choose_for_css(bytes, options.environment);
    case ContentType::json:
    case ContentType::text:
      return {Encoding::utf_8, EncodingSource::type_default};
    // Modules and workers are UTF-8, and what classic scripts name is ASCII nearly always.
    case ContentType::script:
      return {options.environment.value_or(Encoding::utf_8), EncodingSource::type_default};
  }
  return choose_for_html(bytes, options.fallback);
}

}  // namespace hrefkit::html
