// UTF-8 as the Encoding Standard decodes and encodes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hrefkit::text {

inline constexpr char32_t replacement_character = 0xFFFD;

/// U+FEFF at the start of UTF-8 text, which is not part of it.
inline constexpr std::string_view utf8_byte_order_mark = "\xEF\xBB\xBF";

/// One decoded scalar value and its length in bytes (1 to 4; 0 at the end of input).
struct Utf8Step {
  char32_t code_point;
  std::size_t length;
  bool valid;  ///< false if U+FFFD replaces bytes that are not UTF-8
};

/// True for the second to fourth bytes of a character, which cannot begin one.
constexpr bool is_continuation_byte(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

/// Decodes the scalar value at byte `offset` of `text`. Ill-formed input gives U+FFFD for each
/// maximal subpart, as the Encoding Standard's UTF-8 decoder does. `offset` may be `text.size()`.
Utf8Step decode_utf8(std::string_view text, std::size_t offset);

/// Writes the UTF-8 form of a scalar value to `to`, which has room for four bytes, and returns its
/// length. The value must not be a surrogate or past U+10FFFF.
constexpr std::uint32_t write_utf8(char* to, char32_t c) {
  const auto byte = [](char32_t value) { return static_cast<char>(value); };
  if (c < 0x80) {
    to[0] = byte(c);
    return 1;
  }
  if (c < 0x800) {
    to[0] = byte(0xC0 | (c >> 6));
    to[1] = byte(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    to[0] = byte(0xE0 | (c >> 12));
    to[1] = byte(0x80 | ((c >> 6) & 0x3F));
    to[2] = byte(0x80 | (c & 0x3F));
    return 3;
  }
  to[0] = byte(0xF0 | (c >> 18));
  to[1] = byte(0x80 | ((c >> 12) & 0x3F));
  to[2] = byte(0x80 | ((c >> 6) & 0x3F));
  to[3] = byte(0x80 | (c & 0x3F));
  return 4;
}

/// Appends the UTF-8 form of a scalar value; surrogates and values past U+10FFFF become U+FFFD.
void append_utf8(std::string& out, char32_t code_point);

/// The byte offset of the first ill-formed sequence, or `text.size()` when all is UTF-8.
std::size_t find_invalid_utf8(std::string_view text);

/// The same without optional vector instructions.
std::size_t find_invalid_utf8_portable(std::string_view text);

/// A copy of `bytes` that is valid UTF-8, with U+FFFD for each ill-formed sequence: file names need
/// not be UTF-8.
std::string to_valid_utf8(std::string_view bytes);

/// True when every byte is below 0x80.
bool is_ascii(std::string_view text);

/// The number of code points in valid UTF-8 (bytes that are not continuation bytes).
std::size_t count_code_points(std::string_view text);

/// The same for the bytes of `text` from `begin` up to `end`. The text before them makes short
/// ranges cheaper.
std::size_t count_code_points(std::string_view text, std::size_t begin, std::size_t end);

// UTF-16 code units.

inline constexpr char32_t first_code_point_of_pairs = 0x10000;
inline constexpr char32_t first_high_surrogate = 0xD800;
inline constexpr char32_t first_low_surrogate = 0xDC00;
inline constexpr char32_t last_low_surrogate = 0xDFFF;

/// True for the first code unit of a pair.
constexpr bool is_high_surrogate(char32_t unit) {
  return unit >= first_high_surrogate && unit < first_low_surrogate;
}

/// True for the second code unit of a pair.
constexpr bool is_low_surrogate(char32_t unit) {
  return unit >= first_low_surrogate && unit <= last_low_surrogate;
}

/// True for a code unit of a pair, which is not a scalar value.
constexpr bool is_surrogate(char32_t unit) {
  return unit >= first_high_surrogate && unit <= last_low_surrogate;
}

/// The code point of a pair.
constexpr char32_t code_point_of(char32_t high, char32_t low) {
  return first_code_point_of_pairs + ((high - first_high_surrogate) << 10) +
         (low - first_low_surrogate);
}

/// Calls `emit` with each code unit of a code point: one, or above U+FFFF a pair of surrogates.
template <typename Emit>
constexpr void for_each_utf16_unit(char32_t code_point, Emit emit) {
  if (code_point < first_code_point_of_pairs) {
    emit(code_point);
  } else {
    emit(first_high_surrogate + ((code_point - first_code_point_of_pairs) >> 10));
    emit(first_low_surrogate + ((code_point - first_code_point_of_pairs) & 0x3FF));
  }
}

}  // namespace hrefkit::text
