// ASCII letters, white space and digits, as the Infra Standard defines them. Bytes above 0x7F are
// left alone.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::text {

/// Infra "ASCII lowercase" of one byte.
constexpr char to_ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Infra "ASCII uppercase" of one byte.
constexpr char to_ascii_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

/// Infra "ASCII lowercase" of a string.
inline std::string to_ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_ascii_lower(c);
  return lower;
}

/// Infra "ASCII case-insensitive" match.
constexpr bool equals_ignoring_ascii_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_ascii_lower(a[i]) != to_ascii_lower(b[i])) return false;
  }
  return true;
}

/// `text` without the bytes of `set` at both ends. The result is a view into `text`.
constexpr std::string_view strip(std::string_view text, ByteSet const& set) {
  while (!text.empty() && set.contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && set.contains(text.back())) text.remove_suffix(1);
  return text;
}

/// Infra "strip leading and trailing ASCII whitespace".
constexpr std::string_view strip_ascii_whitespace(std::string_view text) {
  return strip(text, ascii_whitespace);
}

/// The value of an ASCII hex digit, or -1.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

/// The hex digits in lower case, by value.
inline constexpr std::string_view lower_hex_digits = "0123456789abcdef";

/// The hex digits in upper case, by value.
inline constexpr std::string_view upper_hex_digits = "0123456789ABCDEF";

/// Appends the two hex digits of `byte`, in lower case.
inline void append_hex(std::string& out, char byte) {
  const auto value = static_cast<unsigned char>(byte);
  out += lower_hex_digits[value >> 4];
  out += lower_hex_digits[value & 15];
}

/// The number that all of `text` is: digits, behind a "-" where `Number` has a sign. nullopt where
/// there is anything else, white space and "+" too, or the number does not fit.
template <typename Number>
std::optional<Number> parse_decimal(std::string_view text) {
  Number number = 0;
  char const* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

/// The number that all of `text` is: digits, and perhaps a point and more digits, as in "20" and
/// "0.5". Nothing for anything else. std::from_chars reads no such numbers in libc++ 19.
inline std::optional<double> parse_decimal_fraction(std::string_view text) {
  constexpr std::size_t max_decimals = 15;  // the others do not change the number
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view decimals = text.substr(std::min(point + 1, text.size()));
  const auto are_digits = [](std::string_view digits) {
    return !digits.empty() && std::all_of(digits.begin(), digits.end(),
                                          [](char c) { return ascii_digit.contains(c); });
  };
  if (!are_digits(text.substr(0, point))) return std::nullopt;
  if (point != text.size() && !are_digits(decimals)) return std::nullopt;
  double number = 0;
  double unit = 1;
  for (const char c : text.substr(0, point)) number = number * 10 + (c - '0');
  for (const char c : decimals.substr(0, max_decimals)) {
    number = number * 10 + (c - '0');
    unit *= 10;
  }
  return number / unit;
}

}  // namespace hrefkit::text
