// The encoding that a document declares for itself: in a meta element, an XML declaration, or the
// @charset of a style sheet.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

/// "Extract a character encoding from a meta element" (HTML Standard 2.5.5): the
/// encoding that the value of a content attribute names, as in "text/html; charset=koi8-r". UTF-16
/// means UTF-8, and x-user-defined windows-1252 (13.2.3.2).
std::optional<text::Encoding> encoding_in_content_attribute(std::string_view content);

/// The encoding that the first meta element with a usable declaration declares, found as browsers
/// find it. `bytes` is the document in an encoding that has ASCII; reads the head, or the first
/// kilobyte where that is more.
std::optional<text::Encoding> find_meta_encoding(std::string_view bytes);

// The encoding that the `@charset` of a style sheet names.

/// CSS Syntax 3, section 3.2, "determine the fallback encoding", step 2: the label in `@charset
/// "...";` at the very start of the bytes, in exactly this form. UTF-16 means UTF-8: the
/// declaration itself could not be read otherwise. nullopt without one, or for an unknown label.
std::optional<text::Encoding> encoding_in_charset_rule(std::string_view bytes);

// The encoding that an XML declaration names, in an XML document or in an HTML one.

/// UTF-16, if `bytes` begin with `<?x` in it (HTML Standard 13.2.3.2, "prescan for UTF-16 XML
/// declarations").
std::optional<text::Encoding> utf_16_of_xml_declaration(std::string_view bytes);

/// "Get an XML encoding" (HTML Standard 13.2.3.2): what the declaration's encoding
/// pseudo-attribute names; nullopt without a declaration at the very start, or for an unknown
/// label.
std::optional<text::Encoding> encoding_in_xml_declaration(std::string_view bytes);

// The encodings that encode ASCII as itself, and the labels of declarations in them.

/// True if bytes below 0x80 always are ASCII characters. ISO-2022-JP has escape sequences.
constexpr bool has_plain_ascii(text::Encoding encoding) {
  using text::Encoding;
  return encoding != Encoding::iso_2022_jp && encoding != Encoding::replacement &&
         encoding != Encoding::utf_16be && encoding != Encoding::utf_16le;
}

/// The encoding of a label in a declaration that was read as ASCII: never UTF-16.
inline std::optional<text::Encoding> encoding_from_ascii_label(std::string_view label) {
  const auto encoding = text::encoding_from_label(label);
  const bool is_utf_16 =
      encoding == text::Encoding::utf_16be || encoding == text::Encoding::utf_16le;
  return is_utf_16 ? text::Encoding::utf_8 : encoding;
}

}  // namespace hrefkit::html
