#include "hrefkit/text/single_spaced.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/sixteen_bytes.h"

namespace hrefkit::text {

namespace {

#if defined(__SSE2__)
/// True where all bytes are visible or spaces, and none of the spaces in `first_of_pairs` has one
/// behind it.
bool is_tidy(__m128i bytes, unsigned first_of_pairs) {
  const __m128i controls = _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));  // and all from 0x80 on
  const __m128i deletes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\x7F'));
  const auto spaces =
      static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
  return _mm_movemask_epi8(_mm_or_si128(controls, deletes)) == 0 &&
         (spaces & spaces >> 1 & first_of_pairs) == 0;
}
#endif

}  // namespace

bool is_single_spaced(std::string_view text) {
#if defined(__SSE2__)
  constexpr std::size_t width = 16;
  constexpr unsigned all_pairs = 0x7FFF;
  const std::size_t size = text.size();
  if (size < 4) return false;
  if (size < 8) return is_tidy(both_ends(text), 0x77);
  if (size < width) return is_tidy(both_ends(text), 0x7F7F);
  // Each vector begins with the last byte of the one before it.
  for (std::size_t i = 0;; i = std::min(i + width - 1, size - width)) {
    if (!is_tidy(sixteen_bytes(text.data() + i), all_pairs)) return false;
    if (i == size - width) return true;
  }
#else
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < ' ' || text[i] > '~') return false;
    if (text[i] == ' ' && i > 0 && text[i - 1] == ' ') return false;
  }
  return true;
#endif
}

}  // namespace hrefkit::text
