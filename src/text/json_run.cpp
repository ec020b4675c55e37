#include "hrefkit/text/json_run.h"

#include <algorithm>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/sixteen_bytes.h"

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
  if (size >= 4 && escaped_bytes(both_ends(text)) == 0) return size;
#endif
  while (i < text.size() && !escaped.contains(text[i])) ++i;
  return i;
}

}  // namespace hrefkit::text
