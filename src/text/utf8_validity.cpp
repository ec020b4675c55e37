// Two paths with the same answers.
//
// The portable path steps over ASCII a vector or word at a time and decodes every other character.
//
// The AVX2 path looks at 32 bytes at once (Keiser and Lemire, "Validating UTF-8 in less than one
// instruction per byte", 2020). Whether two neighbouring bytes may follow each other shows in three
// half bytes: both halves of the first and the high half of the second. Each half byte looks up
// the set of faults that it allows; a fault is there when all three allow it. Of the third and
// fourth bytes of a character only their being continuations is left to test. Blocks of ASCII
// skip all that. Where a block has a fault, the portable path finds the place.
#include "hrefkit/text/utf8_validity.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "hrefkit/text/ascii_run.h"
#include "hrefkit/text/cpu_features.h"
#include "hrefkit/text/utf8.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define HREFKIT_AVX2 1
#include <immintrin.h>
#endif

namespace hrefkit::text {

std::size_t find_invalid_utf8_portable(std::string_view text) {
  std::size_t offset = 0;
  while ((offset += ascii_run_length(text.substr(offset))) < text.size()) {
    do {
      const Utf8Step step = decode_utf8(text, offset);
      if (!step.valid) return offset;
      offset += step.length;
    } while (offset < text.size() && static_cast<unsigned char>(text[offset]) >= 0x80);
  }
  return offset;
}

#ifdef HREFKIT_AVX2

namespace {

// The faults that two neighbouring bytes can have, one bit each.
constexpr std::uint8_t too_short = 1 << 0;       // a lead byte without its continuation
constexpr std::uint8_t too_long = 1 << 1;        // a continuation behind ASCII
constexpr std::uint8_t overlong_3 = 1 << 2;      // E0 80 to E0 9F
constexpr std::uint8_t too_large = 1 << 3;       // F4 90 and more
constexpr std::uint8_t surrogate = 1 << 4;       // ED A0 to ED BF
constexpr std::uint8_t overlong_2 = 1 << 5;      // C0 and C1
constexpr std::uint8_t overlong_4 = 1 << 6;      // F0 80 to F0 8F
constexpr std::uint8_t too_large_1000 = 1 << 6;  // F5 80 and more; other first bytes than above
constexpr std::uint8_t two_continuations = 1 << 7;
/// What the low half of the first byte says nothing about.
constexpr std::uint8_t carry = too_short | too_long | two_continuations;

using HalfByteTable = std::array<std::uint8_t, 16>;

constexpr HalfByteTable first_high{
    too_long,
    too_long,
    too_long,
    too_long,
    too_long,
    too_long,
    too_long,
    too_long,
    two_continuations,
    two_continuations,
    two_continuations,
    two_continuations,
    too_short | overlong_2,
    too_short,
    too_short | overlong_3 | surrogate,
    too_short | too_large | too_large_1000 | overlong_4,
};

constexpr HalfByteTable first_low = [] {
  HalfByteTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = carry;
    if (i == 0) table[i] |= overlong_3 | overlong_2 | overlong_4;
    if (i == 1) table[i] |= overlong_2;
    if (i == 4) table[i] |= too_large;
    if (i > 4) table[i] |= too_large | too_large_1000;
    if (i == 0xD) table[i] |= surrogate;
  }
  return table;
}();

constexpr HalfByteTable second_high = [] {
  HalfByteTable table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i < 8 || i >= 12) {
      table[i] = too_short;
      continue;
    }
    table[i] = too_long | overlong_2 | two_continuations;
    if (i == 8) table[i] |= overlong_3 | too_large_1000 | overlong_4;
    if (i == 9) table[i] |= overlong_3 | too_large;
    if (i > 9) table[i] |= surrogate | too_large;
  }
  return table;
}();

#define HREFKIT_TARGET_AVX2 __attribute__((target("avx2")))

HREFKIT_TARGET_AVX2 inline __m256i load_32(char const* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(bytes));
}

HREFKIT_TARGET_AVX2 inline __m256i look_up(HalfByteTable const& table, __m256i half_bytes) {
  const __m128i row = _mm_loadu_si128(reinterpret_cast<__m128i const*>(table.data()));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), half_bytes);
}

HREFKIT_TARGET_AVX2 inline __m256i high_half(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

HREFKIT_TARGET_AVX2 inline __m256i low_half(__m256i bytes) {
  return _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F));
}

/// The bytes that stand `count` places before those of `bytes`; `before` is the vector before it.
template <int count>
HREFKIT_TARGET_AVX2 inline __m256i shifted(__m256i bytes, __m256i before) {
  return _mm256_alignr_epi8(bytes, _mm256_permute2x128_si256(before, bytes, 0x21), 16 - count);
}

/// Not zero where bytes do not fit those before them.
HREFKIT_TARGET_AVX2 inline __m256i faults(__m256i bytes, __m256i before) {
  const __m256i first = shifted<1>(bytes, before);
  const __m256i pair_faults = _mm256_and_si256(
      _mm256_and_si256(look_up(first_high, high_half(first)), look_up(first_low, low_half(first))),
      look_up(second_high, high_half(bytes)));
  // A third or fourth byte must be a continuation, which shows as `two_continuations`.
  const __m256i third = _mm256_subs_epu8(shifted<2>(bytes, before), _mm256_set1_epi8(0xE0 - 0x80));
  const __m256i fourth =
      _mm256_subs_epu8(shifted<3>(bytes, before), _mm256_set1_epi8(static_cast<char>(0xF0 - 0x80)));
  const __m256i must_continue =
      _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(static_cast<char>(0x80)));
  return _mm256_xor_si256(must_continue, pair_faults);
}

/// The start of the character that the byte before `offset` belongs to, in text that is valid up
/// to there.
std::size_t character_before(std::string_view text, std::size_t offset) {
  const std::size_t lowest = offset - std::min<std::size_t>(offset, 4);
  while (offset > lowest) {
    --offset;
    if (!is_continuation_byte(text[offset])) break;
  }
  return offset;
}

/// The answer for `text`, which is known to be valid up to `offset` except for a character that may
/// be cut off there.
std::size_t find_from(std::string_view text, std::size_t offset) {
  const std::size_t start = character_before(text, offset);
  return start + find_invalid_utf8_portable(text.substr(start));
}

}  // namespace

HREFKIT_TARGET_AVX2 std::size_t find_invalid_utf8_avx2(std::string_view text) {
  constexpr std::size_t block = 64;
  __m256i before = _mm256_setzero_si256();
  std::size_t offset = 0;
  for (; text.size() - offset >= block; offset += block) {
    const __m256i first = load_32(text.data() + offset);
    const __m256i second = load_32(text.data() + offset + 32);
    const bool ascii = _mm256_movemask_epi8(_mm256_or_si256(first, second)) == 0;
    // ASCII is fine unless a character is cut off before it.
    if (!ascii || _mm256_movemask_epi8(before) < 0) {
      const __m256i all = _mm256_or_si256(faults(first, before), faults(second, first));
      if (_mm256_testz_si256(all, all) == 0) return find_from(text, offset);
    }
    before = second;
  }
  return find_from(text, offset);
}

#else

std::size_t find_invalid_utf8_avx2(std::string_view text) {
  return find_invalid_utf8_portable(text);
}

#endif

std::size_t find_invalid_utf8(std::string_view text) {
  return has_avx2() ? find_invalid_utf8_avx2(text) : find_invalid_utf8_portable(text);
}

}  // namespace hrefkit::text
