// Measures names of tags and attributes that stand in a text as most do.
#pragma once

#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>

#include <bit>
#endif

namespace hrefkit::text {

/// How many bytes `plain_name_length` looks at.
inline constexpr std::size_t plain_name_window = 16;

/// The number of bytes before white space, `<`, `=`, `>` or a byte outside of ASCII, where one of
/// them is among the next `plain_name_window` bytes, all of which can be read; else that number.
///
/// FAST: without a branch for the length. Names are short, and none is like the next.
inline std::size_t plain_name_length(char const* name) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(name));
  const __m128i to_space = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(' ')), bytes);
  const __m128i from_less_than = _mm_sub_epi8(bytes, _mm_set1_epi8('<'));
  const __m128i marks =
      _mm_cmpeq_epi8(_mm_min_epu8(from_less_than, _mm_set1_epi8('>' - '<')), from_less_than);
  const __m128i ends =
      _mm_or_si128(_mm_or_si128(to_space, marks), bytes);  // the highest bit counts
  const auto mask = static_cast<unsigned>(_mm_movemask_epi8(ends));
  return static_cast<std::size_t>(std::countr_zero(mask | 1U << plain_name_window));
#else
  std::size_t length = 0;
  while (length < plain_name_window) {
    const auto byte = static_cast<unsigned char>(name[length]);
    if (byte <= ' ' || (byte >= '<' && byte <= '>') || byte >= 0x80) break;
    ++length;
  }
  return length;
#endif
}

}  // namespace hrefkit::text
