// Classes of characters as Java has them: the reference extractor reads pages with them.
#pragma once

#include <cstddef>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

/// Java's Character.isWhitespace for a byte below 0x80.
constexpr bool is_java_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || (c >= '\x1C' && c <= '\x1F');
}

/// The same for any code point: U+00A0, U+2007 and U+202F are no white space.
constexpr bool is_java_space(char32_t c) {
  if (c < 0x80) return is_java_space(static_cast<char>(c));
  return c == 0x1680 || (c >= 0x2000 && c <= 0x200A && c != 0x2007) || c == 0x2028 || c == 0x2029 ||
         c == 0x205F || c == 0x3000;
}

/// The same for a byte at which white space outside of ASCII may begin.
std::size_t wide_java_space_length(std::string_view text, std::size_t at);

/// The length of the white space character at byte `at` of `text` (valid UTF-8), or 0.
inline std::size_t java_space_length(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first > ' ' && first < 0xE1) return 0;
  if (first <= ' ') return is_java_space(text[at]) ? 1 : 0;
  return first > 0xE3 ? 0 : wide_java_space_length(text, at);
}

/// True when a letter outside of ASCII stands at byte `at`: what is neither a known sign nor beyond
/// U+FFFF, where Java sees half a character.
bool is_wide_java_letter(std::string_view text, std::size_t at);

/// True when a letter stands at byte `at`.
inline bool is_java_letter(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return text::ascii_alpha.contains(text[at]);
  return is_wide_java_letter(text, at);
}

}  // namespace hrefkit::archive
