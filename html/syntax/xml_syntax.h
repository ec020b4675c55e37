// White space, references and malformed bytes in XML 1.0.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

/// XML 1.0, 2.3, production S.
inline constexpr text::ByteSet xml_whitespace{" \t\r\n"};

/// XML 1.0, 4.6, "Predefined Entities".
inline constexpr std::array<std::pair<std::string_view, char32_t>, 5> predefined_xml_entities{{
    {"amp", U'&'},
    {"apos", U'\''},
    {"gt", U'>'},
    {"lt", U'<'},
    {"quot", U'"'},
}};

/// The code point of the reference `&name;` to a predefined entity or a character ("#233" or
/// "#xE9", section 4.1). nullopt for other entities, and for numbers that are 0 or no scalar value.
constexpr std::optional<char32_t> xml_character(std::string_view name) {
  if (!name.starts_with('#')) {
    for (auto const& [known, character] : predefined_xml_entities) {
      if (known == name) return character;
    }
    return std::nullopt;
  }
  const bool hex = name.starts_with("#x");
  const std::string_view digits = name.substr(hex ? 2 : 1);
  char32_t number = 0;
  for (const char c : digits) {
    const int digit = text::hex_value(c);
    if (digit < 0 || (!hex && digit > 9)) return std::nullopt;
    number = number * (hex ? 16 : 10) + static_cast<char32_t>(digit);
    if (number > 0x10FFFF) return std::nullopt;
  }
  if (number == 0 || text::is_surrogate(number)) return std::nullopt;
  return number;
}

// The mark of malformed bytes in the text of an XML document.

/// U+FFFF in UTF-8. In an XML document's text it replaces the first malformed bytes: it is not a
/// character of XML (XML 1.0, section 2.2), so reading ends there with an error (section 4.3.3: "it
/// is a fatal error").
inline constexpr std::string_view malformed_xml_mark = "\xEF\xBF\xBF";

}  // namespace hrefkit::html
