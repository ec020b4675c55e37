// UTF-16 code units.
#pragma once

namespace hrefkit::text {

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

/// True for what is a code unit of a pair, and no scalar value.
constexpr bool is_surrogate(char32_t unit) {
  return unit >= first_high_surrogate && unit <= last_low_surrogate;
}

/// The code point of a pair.
constexpr char32_t code_point_of(char32_t high, char32_t low) {
  return first_code_point_of_pairs + ((high - first_high_surrogate) << 10) +
         (low - first_low_surrogate);
}

/// Calls `take` with each code unit of a code point: one, or above U+FFFF a pair of surrogates.
template <typename Take>
constexpr void for_each_utf16_unit(char32_t code_point, Take take) {
  if (code_point < first_code_point_of_pairs) {
    take(code_point);
  } else {
    take(first_high_surrogate + ((code_point - first_code_point_of_pairs) >> 10));
    take(first_low_surrogate + ((code_point - first_code_point_of_pairs) & 0x3FF));
  }
}

}  // namespace hrefkit::text
