#include "hrefkit/text/json_run.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "hrefkit/text/byte_set.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::text {

namespace {

constexpr ByteSet escaped = c0_control | ByteSet("\"\\");

#if defined(__SSE2__)
/// A bit for each byte that is escaped; unsigned "< 0x20" is "max(b, 0x1F) == 0x1F".
unsigned escaped_bytes(__m128i bytes) {
  const __m128i control = _mm_set1_epi8(0x1F);
  const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                     _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  const __m128i controls = _mm_cmpeq_epi8(_mm_max_epu8(bytes, control), control);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(controls, marks)));
}

__m128i sixteen_bytes(char const* bytes) {
  return _mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes));
}

/// The first and last eight or four bytes of a text that has so many, and fewer than 16.
__m128i all_bytes(std::string_view text) {
  std::int64_t first = 0;
  std::int64_t last = 0;
  const std::size_t size = text.size() >= 8 ? 8 : 4;
  std::memcpy(&first, text.data(), size);
  std::memcpy(&last, text.data() + text.size() - size, size);
  if (size == 4) return _mm_set1_epi64x(first | last << 32);
  return _mm_set_epi64x(last, first);
}
#endif

}  // namespace

std::size_t json_run_length(std::string_view text) {
  std::size_t i = 0;
#if defined(__SSE2__)
  // FAST: 16 bytes at a time; the last ones once more where they are no 16.
  const std::size_t size = text.size();
  if (size >= 16) {
    for (;; i = std::min(i + 16, size - 16)) {
      const unsigned found = escaped_bytes(sixteen_bytes(text.data() + i));
      if (found != 0) return i + static_cast<std::size_t>(__builtin_ctz(found));
      if (i == size - 16) return size;
    }
  }
  if (size >= 4 && escaped_bytes(all_bytes(text)) == 0) return size;
#endif
  while (i < text.size() && !escaped.contains(text[i])) ++i;
  return i;
}

}  // namespace hrefkit::text
