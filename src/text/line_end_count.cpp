#include "hrefkit/text/line_end_count.h"

#include <bit>

#include "hrefkit/text/byte_count.h"

namespace hrefkit::text {

namespace {

/// True when a line ends with the byte at `i` (the CR of CR LF does not end one).
bool ends_line(std::string_view text, std::size_t i) {
  if (text[i] == '\n') return true;
  return text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
}

void count_bytes(std::string_view text, std::size_t begin, std::size_t end, LineEndCount& result) {
  for (std::size_t i = begin; i < end; ++i) {
    if (static_cast<unsigned char>(text[i]) > '\r' || !ends_line(text, i)) continue;
    ++result.count;
    result.last_line = i + 1;
  }
}

#ifdef __SSE2__

/// Where the line after the last LF before `end` begins. There is one.
std::size_t after_last_lf(std::string_view text, std::size_t end) {
  const __m128i lf = _mm_set1_epi8('\n');
  for (; end >= vector_width; end -= vector_width) {
    const __m128i bytes = load_vector(text.data() + end - vector_width);
    const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, lf)));
    if (found == 0) continue;
    return end - vector_width + static_cast<std::size_t>(std::bit_width(found));
  }
  return text.rfind('\n', end - 1) + 1;
}

/// Counts where all line ends are LF; false where there is a CR.
bool count_line_feeds(std::string_view text, std::size_t begin, std::size_t end,
                      LineEndCount& result) {
  const __m128i lf = _mm_set1_epi8('\n');
  const __m128i cr = _mm_set1_epi8('\r');
  __m128i any_cr = _mm_setzero_si128();
  result.count = count_bytes_that(text, begin, end, [&](__m128i bytes, __m128i mask) {
    any_cr = _mm_or_si128(any_cr, _mm_and_si128(_mm_cmpeq_epi8(bytes, cr), mask));
    return _mm_and_si128(_mm_cmpeq_epi8(bytes, lf), mask);
  });
  if (result.count != 0) result.last_line = after_last_lf(text, end);
  return _mm_movemask_epi8(any_cr) == 0;
}

#endif

}  // namespace

LineEndCount count_line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  LineEndCount result;
#ifdef __SSE2__
  if (can_count_in_vectors(begin, end)) {
    if (count_line_feeds(text, begin, end, result)) return result;
    result = {};
  }
#endif
  count_bytes(text, begin, end, result);
  return result;
}

}  // namespace hrefkit::text
