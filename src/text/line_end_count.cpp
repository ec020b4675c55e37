#include "hrefkit/text/line_end_count.h"

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

/// The LFs and CRs of 16 bytes, a bit each.
struct Controls {
  unsigned lf;
  unsigned cr;
};

Controls controls(char const* bytes) {
  const __m128i vector = _mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes));
  const auto equal = [&](char c) {
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(vector, _mm_set1_epi8(c))));
  };
  return {equal('\n'), equal('\r')};
}

/// The number of bits in `mask`. Most vectors have one line end, if any.
std::size_t count_bits(unsigned mask) {
  std::size_t count = 0;
  for (; mask != 0; mask &= mask - 1) ++count;
  return count;
}

#endif

}  // namespace

LineEndCount count_line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  LineEndCount result;
#ifdef __SSE2__
  for (; end - begin >= width; begin += width) {
    const auto [lf, cr] = controls(text.data() + begin);
    if (cr != 0) {
      count_bytes(text, begin, begin + width, result);
    } else if (lf != 0) {
      result.count += count_bits(lf);
      result.last_line = begin + static_cast<std::size_t>(std::bit_width(lf));
    }
  }
#endif
  count_bytes(text, begin, end, result);
  return result;
}

}  // namespace hrefkit::text
