// Sixteen bytes of a text as one vector, for what is asked of all bytes of short texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>

namespace hrefkit::text {

/// The bytes at `bytes`, all of which can be read.
inline __m128i sixteen_bytes(char const* bytes) {
  return _mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes));
}

/// The first and last eight bytes of a text of 8 to 16 bytes. Of one of 4 to 7 the first and last
/// four, where those are twice.
inline __m128i both_ends(std::string_view text) {
  std::int64_t first = 0;
  std::int64_t last = 0;
  const std::size_t size = text.size() >= 8 ? 8 : 4;
  std::memcpy(&first, text.data(), size);
  std::memcpy(&last, text.data() + text.size() - size, size);
  if (size == 4) return _mm_set1_epi64x(first | last << 32);
  return _mm_set_epi64x(last, first);
}

}  // namespace hrefkit::text
#endif
