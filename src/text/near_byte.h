// A search for one byte that mostly stands near.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::text {

/// The first `c` from `at` on, or `end`. For searches that mostly end within the first bytes, where
/// calling memchr costs more than the search; longer ones are left to it.
inline char const* find_near(char const* at, char const* end, char c) {
#if defined(__SSE2__)
  constexpr std::size_t width = 16;
  for (int i = 0; i < 2 && static_cast<std::size_t>(end - at) >= width; ++i, at += width) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(at));
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
    if (found != 0) return at + std::countr_zero(static_cast<unsigned>(found));
  }
#endif
  auto const* const found =
      static_cast<char const*>(std::memchr(at, c, static_cast<std::size_t>(end - at)));
  return found == nullptr ? end : found;
}

/// The same by offsets: `at` is no more than the size of the text, which is also the answer where
/// there is no such byte.
inline std::size_t find_near(std::string_view text, char c, std::size_t at) {
  char const* const begin = text.data();
  if (text.empty()) return 0;
  return static_cast<std::size_t>(find_near(begin + at, begin + text.size(), c) - begin);
}

}  // namespace hrefkit::text
