#include "hrefkit/html/encoding/xml_declaration.h"

#include "hrefkit/html/encoding/plain_ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::Encoding;

/// "An ASCII space or control character", by which the standard means bytes up to 0x20.
constexpr text::ByteSet space_or_control = text::ByteSet::range(0x00, 0x20);

}  // namespace

std::optional<Encoding> utf_16_of_xml_declaration(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("<\0?\0x\0"sv)) return Encoding::utf_16le;
  if (bytes.starts_with("\0<\0?\0x"sv)) return Encoding::utf_16be;
  return std::nullopt;
}

std::optional<Encoding> encoding_in_xml_declaration(std::string_view bytes) {
  // Steps 1 to 3: what is between `<?xml` and the next `>`.
  if (!bytes.starts_with("<?xml")) return std::nullopt;
  const std::size_t declaration_end = bytes.find('>');
  if (declaration_end == bytes.npos) return std::nullopt;
  std::string_view rest = bytes.substr(0, declaration_end);
  // Steps 4 to 9: `encoding`, `=` and spaces.
  constexpr std::string_view keyword = "encoding";
  const std::size_t found = rest.find(keyword);
  if (found == rest.npos) return std::nullopt;
  rest.remove_prefix(found + keyword.size());
  text::skip(rest, space_or_control);
  if (!rest.starts_with('=')) return std::nullopt;
  rest.remove_prefix(1);
  text::skip(rest, space_or_control);
  // Steps 10 to 15: the label between two quotes, without spaces.
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return std::nullopt;
  const std::size_t quote = rest.find(rest.front(), 1);
  if (quote == rest.npos) return std::nullopt;
  const std::string_view label = rest.substr(1, quote - 1);
  if (text::length_until(label, space_or_control) != label.size()) return std::nullopt;
  // Steps 16 to 18: a declaration that could be read as ASCII is not in UTF-16.
  return encoding_from_ascii_label(label);
}

}  // namespace hrefkit::html
