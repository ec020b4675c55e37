// Bytes and numbers as hex digits.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::text {

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

}  // namespace hrefkit::text
