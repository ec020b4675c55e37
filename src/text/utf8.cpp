#include "hrefkit/text/utf8.h"

#include <emmintrin.h>
#include <algorithm>
#include <array>
#include <cstdint>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/lanes.h"

#if defined(HREFKIT_SSE2_LANES) && defined(__GNUC__)
#define HREFKIT_TARGET __attribute__((target("avx2")))
#include <immintrin.h>
#elif defined(HREFKIT_NEON_LANES)
#define HREFKIT_TARGET
#include <arm_neon.h>
#endif

namespace hrefkit::text {

// Two paths with the same answers.
//
// The portable path steps over ASCII, sixteen bytes at a time, and decodes every other character.
//
// The vector path looks at 32 bytes at once with AVX2, where the processor has it, and at 16 with
// NEON (Keiser and Lemire, "Validating UTF-8 in less than one instruction per byte", 2020). Three
// half bytes decide whether two adjacent bytes may follow each other: both halves of the first and
// the high half of the second. Each half byte looks up the set of faults that it allows; a fault is
// there when all three allow it. Of the third and fourth bytes of a character only their being
// continuations is left to test. Blocks of ASCII skip all that. Where a block has a fault, the
// portable path finds the place.

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

#ifdef HREFKIT_TARGET

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
/// The faults that do not depend on the low half of the first byte.
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

#if defined(HREFKIT_SSE2_LANES)

/// True where AVX2 instructions may be used. The answer is found once.
bool has_vectors() {
  static const bool answer = __builtin_cpu_supports("avx2") != 0;
  return answer;
}

using Vector = __m256i;

HREFKIT_TARGET inline Vector load(char const* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<__m256i const*>(bytes));
}
HREFKIT_TARGET inline Vector zeros() {
  return _mm256_setzero_si256();
}
HREFKIT_TARGET inline Vector unite(Vector a, Vector b) {
  return _mm256_or_si256(a, b);
}
HREFKIT_TARGET inline Vector intersect(Vector a, Vector b) {
  return _mm256_and_si256(a, b);
}
HREFKIT_TARGET inline Vector differ(Vector a, Vector b) {
  return _mm256_xor_si256(a, b);
}

/// The bytes minus `number`, 0 where they are less.
HREFKIT_TARGET inline Vector subtract(Vector bytes, std::uint8_t number) {
  return _mm256_subs_epu8(bytes, _mm256_set1_epi8(static_cast<char>(number)));
}
HREFKIT_TARGET inline Vector highest_bits(Vector bytes) {
  return _mm256_and_si256(bytes, _mm256_set1_epi8(static_cast<char>(0x80)));
}
HREFKIT_TARGET inline Vector high_half(Vector bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}
HREFKIT_TARGET inline Vector low_half(Vector bytes) {
  return _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F));
}
HREFKIT_TARGET inline Vector look_up(HalfByteTable const& table, Vector half_bytes) {
  const __m128i row = _mm_loadu_si128(reinterpret_cast<__m128i const*>(table.data()));
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(row), half_bytes);
}
/// The bytes `count` positions before those of `bytes`; `before` is the vector before it.
template <int count>
HREFKIT_TARGET inline Vector shifted(Vector bytes, Vector before) {
  return _mm256_alignr_epi8(bytes, _mm256_permute2x128_si256(before, bytes, 0x21), 16 - count);
}
HREFKIT_TARGET inline bool all_ascii(Vector bytes) {
  return _mm256_movemask_epi8(bytes) == 0;
}
HREFKIT_TARGET inline bool ends_in_ascii(Vector bytes) {
  return _mm256_movemask_epi8(bytes) >= 0;
}
HREFKIT_TARGET inline bool is_zero(Vector bytes) {
  return _mm256_testz_si256(bytes, bytes) != 0;
}

#else

bool has_vectors() {
  return true;
}

using Vector = uint8x16_t;

inline Vector load(char const* bytes) {
  return vld1q_u8(reinterpret_cast<std::uint8_t const*>(bytes));
}
inline Vector zeros() {
  return vdupq_n_u8(0);
}
inline Vector unite(Vector a, Vector b) {
  return vorrq_u8(a, b);
}
inline Vector intersect(Vector a, Vector b) {
  return vandq_u8(a, b);
}
inline Vector differ(Vector a, Vector b) {
  return veorq_u8(a, b);
}
inline Vector subtract(Vector bytes, std::uint8_t number) {
  return vqsubq_u8(bytes, vdupq_n_u8(number));
}
inline Vector highest_bits(Vector bytes) {
  return vandq_u8(bytes, vdupq_n_u8(0x80));
}
inline Vector high_half(Vector bytes) {
  return vshrq_n_u8(bytes, 4);
}
inline Vector low_half(Vector bytes) {
  return vandq_u8(bytes, vdupq_n_u8(0x0F));
}
inline Vector look_up(HalfByteTable const& table, Vector half_bytes) {
  return vqtbl1q_u8(vld1q_u8(table.data()), half_bytes);
}
template <int count>
inline Vector shifted(Vector bytes, Vector before) {
  return vextq_u8(before, bytes, 16 - count);
}
inline bool all_ascii(Vector bytes) {
  return vmaxvq_u8(bytes) < 0x80;
}
inline bool ends_in_ascii(Vector bytes) {
  return vgetq_lane_u8(bytes, 15) < 0x80;
}
inline bool is_zero(Vector bytes) {
  return vmaxvq_u8(bytes) == 0;
}

#endif

/// Not zero where bytes do not fit those before them.
HREFKIT_TARGET inline Vector faults(Vector bytes, Vector before) {
  const Vector first = shifted<1>(bytes, before);
  const Vector pair_faults = intersect(
      intersect(look_up(first_high, high_half(first)), look_up(first_low, low_half(first))),
      look_up(second_high, high_half(bytes)));
  // A third or fourth byte must be a continuation, which shows as `two_continuations`.
  const Vector third = subtract(shifted<2>(bytes, before), 0xE0 - 0x80);
  const Vector fourth = subtract(shifted<3>(bytes, before), 0xF0 - 0x80);
  return differ(highest_bits(unite(third, fourth)), pair_faults);
}

/// The start of the character that holds the byte before `offset`, in text that is valid up to
/// there.
std::size_t character_before(std::string_view text, std::size_t offset) {
  const std::size_t lowest = offset - std::min<std::size_t>(offset, 4);
  while (offset > lowest) {
    --offset;
    if (!is_continuation_byte(text[offset])) break;
  }
  return offset;
}

/// The result for `text`, which is known to be valid up to `offset` except for a character that may
/// be cut off there.
std::size_t find_from(std::string_view text, std::size_t offset) {
  const std::size_t start = character_before(text, offset);
  return start + find_invalid_utf8_portable(text.substr(start));
}

HREFKIT_TARGET std::size_t find_invalid_in_vectors(std::string_view text) {
  constexpr std::size_t width = sizeof(Vector);
  constexpr std::size_t block = 2 * width;
  Vector before = zeros();
  std::size_t offset = 0;
  for (; text.size() - offset >= block; offset += block) {
    const Vector first = load(text.data() + offset);
    const Vector second = load(text.data() + offset + width);
    // ASCII is fine unless a character is cut off before it.
    if (!all_ascii(unite(first, second)) || !ends_in_ascii(before)) {
      if (!is_zero(unite(faults(first, before), faults(second, first)))) {
        return find_from(text, offset);
      }
    }
    before = second;
  }
  return find_from(text, offset);
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  return has_vectors() ? find_invalid_in_vectors(text) : find_invalid_utf8_portable(text);
}

#else

std::size_t find_invalid_utf8(std::string_view text) {
  return find_invalid_utf8_portable(text);
}

#endif

// Encoding Standard 8.1.1, "UTF-8 decoder": the bounds of the second byte depend on the first.
Utf8Step decode_utf8(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return {0, 0, true};
  const auto lead = static_cast<unsigned char>(text[offset]);
  if (lead < 0x80) return {lead, 1, true};
  std::size_t needed = 0;
  unsigned lower = 0x80;
  unsigned upper = 0xBF;
  char32_t code_point = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    needed = 1;
    code_point = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    needed = 2;
    code_point = lead & 0x0F;
    if (lead == 0xE0) lower = 0xA0;
    if (lead == 0xED) upper = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    needed = 3;
    code_point = lead & 0x07;
    if (lead == 0xF0) lower = 0x90;
    if (lead == 0xF4) upper = 0x8F;
  } else {
    return {replacement_character, 1, false};
  }
  for (std::size_t i = 1; i <= needed; ++i) {
    if (offset + i >= text.size()) return {replacement_character, i, false};
    const auto next = static_cast<unsigned char>(text[offset + i]);
    if (next < lower || next > upper) return {replacement_character, i, false};
    lower = 0x80;
    upper = 0xBF;
    code_point = (code_point << 6) | (next & 0x3F);
  }
  return {code_point, needed + 1, true};
}

void append_utf8(std::string& out, char32_t c) {
  if (c > 0x10FFFF || is_surrogate(c)) c = replacement_character;
  char bytes[4];
  out.append(bytes, write_utf8(bytes, c));
}

std::string to_valid_utf8(std::string_view bytes) {
  std::string text(bytes.substr(0, find_invalid_utf8(bytes)));
  for (std::size_t at = text.size(); at < bytes.size();) {
    const Utf8Step step = decode_utf8(bytes, at);
    append_utf8(text, step.code_point);
    at += step.length;
  }
  return text;
}

bool is_ascii(std::string_view text) {
  return ascii_run_length(text) == text.size();
}

std::size_t count_code_points(std::string_view text) {
  return count_code_points(text, 0, text.size());
}

std::size_t count_code_points(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t in_lanes = first_in_lanes<Lanes>(begin, end);
  std::size_t count = 0;
  for (; begin < in_lanes; ++begin) {
    count += !is_continuation_byte(text[begin]);
  }
  return count + count_bytes_that<Lanes>(text, in_lanes, end,
                                         [](Lanes lanes) { return lanes.begin_characters(); });
}

}  // namespace hrefkit::text
