// UTF-16 code units.
#pragma once

namespace hrefkit::text {

/// Calls `take` with each code unit of a code point: one, or above U+FFFF a pair of surrogates.
template <typename Take>
constexpr void for_each_utf16_unit(char32_t code_point, Take take) {
  constexpr char32_t first_of_pairs = 0x10000;
  if (code_point < first_of_pairs) {
    take(code_point);
  } else {
    take(0xD800 + ((code_point - first_of_pairs) >> 10));
    take(0xDC00 + ((code_point - first_of_pairs) & 0x3FF));
  }
}

}  // namespace hrefkit::text
