// Strings of code points, for models that follow a standard's sentences one character at a time.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/utf8.h"

namespace hrefkit::test {

inline bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}
inline bool is_alpha(char32_t c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
inline bool is_hex(char32_t c) {
  return is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}
inline unsigned hex(char32_t c) {
  return is_digit(c) ? c - '0' : (c | 0x20U) - 'a' + 10;
}
inline bool one_of(char32_t c, std::u32string_view set) {
  return set.find(c) != std::u32string_view::npos;
}

/// The code points of `bytes`, U+FFFD for what is not UTF-8.
inline std::u32string decode(std::string_view bytes) {
  std::u32string out;
  for (std::size_t i = 0; i < bytes.size();) {
    const text::Utf8Step step = text::decode_utf8(bytes, i);
    out += step.code_point;
    i += step.length;
  }
  return out;
}

inline std::string encode(std::u32string_view code_points) {
  std::string out;
  for (char32_t c : code_points) text::append_utf8(out, c);
  return out;
}

inline std::vector<std::u32string> split(std::u32string const& text, char32_t separator) {
  std::vector<std::u32string> parts{U""};
  for (char32_t c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace hrefkit::test
