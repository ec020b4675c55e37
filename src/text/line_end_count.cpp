#include "hrefkit/text/line_end_count.h"

#include <algorithm>
#include <bit>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

constexpr std::size_t width = 16;

__m128i load(char const* bytes) {
  return _mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes));
}

/// Where the line after the last LF begins that stands in whole vectors before `end`. There is one.
std::size_t after_last_lf(std::string_view text, std::size_t end) {
  const __m128i lf = _mm_set1_epi8('\n');
  while (true) {
    end -= width;
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(load(text.data() + end), lf));
    if (found != 0) return end + static_cast<std::size_t>(std::bit_width(unsigned(found)));
  }
}

/// Counts in less than a vector before `end`, for which the text has a whole one before `end`.
void count_in_last_vector(std::string_view text, std::size_t begin, std::size_t end,
                          LineEndCount& result) {
  const __m128i bytes = load(text.data() + end - width);
  const auto passed = static_cast<int>(width - (end - begin));
  const auto mask = [&](char c) {
    const int found = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
    return static_cast<unsigned>(found) >> passed;
  };
  if (mask('\r') != 0) return count_bytes(text, begin, end, result);
  const unsigned line_feeds = mask('\n');
  if (line_feeds == 0) return;
  result.count += static_cast<std::size_t>(std::popcount(line_feeds));
  result.last_line = begin + static_cast<std::size_t>(std::bit_width(line_feeds));
}

/// Counts in whole vectors; returns where they end.
std::size_t count_in_vectors(std::string_view text, std::size_t begin, std::size_t end,
                             LineEndCount& result) {
  const __m128i lf = _mm_set1_epi8('\n');
  const __m128i cr = _mm_set1_epi8('\r');
  while (end - begin >= width) {
    // Each lane counts at most 255 before the lanes are added up.
    const std::size_t from = begin;
    const std::size_t vectors = std::min<std::size_t>((end - begin) / width, 255);
    __m128i count = _mm_setzero_si128();
    __m128i any_cr = _mm_setzero_si128();
    for (std::size_t i = 0; i < vectors; ++i, begin += width) {
      const __m128i bytes = load(text.data() + begin);
      count = _mm_sub_epi8(count, _mm_cmpeq_epi8(bytes, lf));
      any_cr = _mm_or_si128(any_cr, _mm_cmpeq_epi8(bytes, cr));
    }
    if (_mm_movemask_epi8(any_cr) != 0) {
      count_bytes(text, from, begin, result);
      continue;
    }
    const __m128i halves = _mm_sad_epu8(count, _mm_setzero_si128());
    const int sum = _mm_extract_epi16(halves, 0) + _mm_extract_epi16(halves, 4);
    if (sum == 0) continue;
    result.count += static_cast<std::size_t>(sum);
    result.last_line = after_last_lf(text, begin);
  }
  return begin;
}

#endif

}  // namespace

LineEndCount count_line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  LineEndCount result;
#ifdef __SSE2__
  begin = count_in_vectors(text, begin, end, result);
  if (begin == end) return result;
  if (end >= width) {
    count_in_last_vector(text, begin, end, result);
    return result;
  }
#endif
  count_bytes(text, begin, end, result);
  return result;
}

}  // namespace hrefkit::text
