#include "hrefkit/text/json_run.h"

#include "hrefkit/text/byte_set.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::text {

namespace {

constexpr ByteSet escaped = c0_control | ByteSet("\"\\");

}  // namespace

std::size_t json_run_length(std::string_view text) {
  std::size_t i = 0;
#if defined(__SSE2__)
  // FAST: 16 bytes at a time; unsigned "< 0x20" is "max(b, 0x1F) == 0x1F".
  const __m128i control = _mm_set1_epi8(0x1F);
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  for (; i + 16 <= text.size(); i += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(text.data() + i));
    const __m128i found =
        _mm_or_si128(_mm_cmpeq_epi8(_mm_max_epu8(bytes, control), control),
                     _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)));
    const int mask = _mm_movemask_epi8(found);
    if (mask != 0) return i + static_cast<std::size_t>(__builtin_ctz(static_cast<unsigned>(mask)));
  }
#endif
  while (i < text.size() && !escaped.contains(text[i])) ++i;
  return i;
}

}  // namespace hrefkit::text
