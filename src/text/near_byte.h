// A search for one byte that mostly stands near.
#pragma once

#include <cstddef>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::text {

/// The first `c` from `at` on, or the size of the text. `at` is no more than that. For searches
/// that mostly end within the first bytes, where calling memchr costs more than the search; longer
/// ones are left to it.
inline std::size_t find_near(std::string_view text, char c, std::size_t at) {
#if defined(__SSE2__)
  constexpr std::size_t width = 16;
  for (int i = 0; i < 2 && text.size() - at >= width; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(text.data() + at));
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
    if (found != 0)
      return at + static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(found)));
    at += width;
  }
#endif
  const std::size_t found = text.find(c, at);
  return found == std::string_view::npos ? text.size() : found;
}

}  // namespace hrefkit::text
