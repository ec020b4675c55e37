// Counting bytes, sixteen at a time, where SSE2 is there.
#pragma once

#if defined(__SSE2__)

#include <emmintrin.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::text {

inline constexpr std::size_t vector_width = 16;

inline __m128i load_vector(char const* bytes) {
  return _mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes));
}

/// True when `count_bytes_that` can count from `begin` on: the bytes that fill no whole vector are
/// loaded with those before them.
inline bool can_count_in_vectors(std::size_t begin, std::size_t end) {
  return begin + (end - begin) % vector_width >= vector_width || (end - begin) % vector_width == 0;
}

/// How many bytes of `text` from offset `begin` up to `end` count. `that` makes a byte 0xFF that
/// counts and 0 one that does not, for the bytes of a vector of which those in `mask` are asked
/// for.
template <class That>
std::size_t count_bytes_that(std::string_view text, std::size_t begin, std::size_t end, That that) {
  static constexpr std::array<char, 2 * vector_width> masks = [] {
    std::array<char, 2 * vector_width> bytes{};
    std::fill(bytes.begin() + vector_width, bytes.end(), '\xFF');
    return bytes;
  }();
  const std::size_t first = (end - begin) % vector_width;
  std::size_t at = begin + first;
  __m128i lanes = _mm_setzero_si128();
  if (first != 0) {
    const __m128i mask = load_vector(masks.data() + first);
    lanes = _mm_sub_epi8(lanes, that(load_vector(text.data() + at - vector_width), mask));
  }
  const __m128i all = _mm_set1_epi8('\xFF');
  std::size_t count = 0;
  while (true) {
    // Each lane counts at most 255 before the lanes are added up.
    const std::size_t stop = std::min(end, at + 254 * vector_width);
    for (; at < stop; at += vector_width) {
      lanes = _mm_sub_epi8(lanes, that(load_vector(text.data() + at), all));
    }
    const __m128i halves = _mm_sad_epu8(lanes, _mm_setzero_si128());
    count += static_cast<std::size_t>(_mm_extract_epi16(halves, 0) + _mm_extract_epi16(halves, 4));
    if (at == end) return count;
    lanes = _mm_setzero_si128();
  }
}

}  // namespace hrefkit::text

#endif
