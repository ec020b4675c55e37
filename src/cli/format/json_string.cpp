#include "hrefkit/cli/format/json_string.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hex.h"
#include "hrefkit/text/json_run.h"
#include "hrefkit/text/utf16.h"
#include "hrefkit/text/utf8.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::cli {

namespace {

constexpr text::ByteSet escaped = text::c0_control | text::ByteSet("\"\\");

constexpr bool is_printable_ascii(char c) {
  return c >= ' ' && c <= '~';
}

/// The escape of a byte that needs one; two or six characters.
struct Escape {
  char text[6];
  std::uint8_t length;
};

constexpr Escape escape_of(unsigned char byte) {
  constexpr std::string_view digits = text::lower_hex_digits;
  switch (byte) {
    case '"':
      return {{'\\', '"'}, 2};
    case '\\':
      return {{'\\', '\\'}, 2};
    case '\b':
      return {{'\\', 'b'}, 2};
    case '\f':
      return {{'\\', 'f'}, 2};
    case '\n':
      return {{'\\', 'n'}, 2};
    case '\r':
      return {{'\\', 'r'}, 2};
    case '\t':
      return {{'\\', 't'}, 2};
    default:
      return {{'\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15]}, 6};
  }
}

/// Appends "\uXXXX" for a UTF-16 code unit.
void append_code_unit(RowBuffer& out, char32_t unit) {
  constexpr int digits = 4;
  out.literal("\\u");
  char* const to = out.reserve(digits);
  for (int i = 0; i < digits; ++i) {
    to[i] = text::lower_hex_digits[(unit >> (4 * (digits - 1 - i))) & 15];
  }
  out.advance(digits);
}

#if defined(__SSE2__)

__m128i load(char const* from) {
  return _mm_loadu_si128(reinterpret_cast<__m128i const*>(from));
}

__m128i load_half(char const* from) {
  return _mm_loadl_epi64(reinterpret_cast<__m128i const*>(from));
}

/// A bit for each byte that needs an escape, as in json_run_length.
unsigned escapes_in(__m128i bytes) {
  const __m128i control = _mm_set1_epi8(0x1F);
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i found =
      _mm_or_si128(_mm_cmpeq_epi8(_mm_max_epu8(bytes, control), control),
                   _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)));
  return static_cast<unsigned>(_mm_movemask_epi8(found));
}

std::size_t first_bit(unsigned bits) {
  return static_cast<std::size_t>(std::countr_zero(bits));
}

#endif

/// Copies `text` up to the first byte that needs an escape and returns how much that is. May write
/// more than it returns, but never past text.size().
std::size_t copy_plain(char* to, std::string_view text) {
  char const* const from = text.data();
  const std::size_t size = text.size();
  std::size_t i = 0;
#if defined(__SSE2__)
  // FAST: what was looked at is stored at once. The end goes with bytes before it that were copied
  // already, which saves a loop over single bytes: 3 % of finding, resolving and printing.
  constexpr std::size_t width = 16;
  constexpr std::size_t half = 8;
  if (size >= width) {
    while (true) {
      const __m128i bytes = load(from + i);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), bytes);
      if (const unsigned found = escapes_in(bytes); found != 0) return i + first_bit(found);
      if (i == size - width) return size;
      i = std::min(i + width, size - width);
    }
  }
  if (size >= half) {
    const __m128i begin = load_half(from);
    const __m128i end = load_half(from + size - half);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), begin);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to + size - half), end);
    const unsigned found = escapes_in(_mm_unpacklo_epi64(begin, end));
    if (found == 0) return size;
    const unsigned in_begin = found & ((1U << half) - 1);
    return in_begin != 0 ? first_bit(in_begin) : size - half + first_bit(found >> half);
  }
#endif
  for (; i < size && !escaped.contains(from[i]); ++i) to[i] = from[i];
  return i;
}

}  // namespace

void append_json_escaped(RowBuffer& out, std::string_view text) {
  while (true) {
    const std::size_t plain = text::json_run_length(text);
    out.append(text.substr(0, plain));
    if (plain == text.size()) return;
    const Escape escape = escape_of(static_cast<unsigned char>(text[plain]));
    out.append(std::string_view(escape.text, escape.length));
    text.remove_prefix(plain + 1);
  }
}

void append_json_string(RowBuffer& out, std::string_view text) {
  char* begin = out.reserve(text.size() + 2);
  begin[0] = '"';
  const std::size_t plain = copy_plain(begin + 1, text);
  out.advance(1 + plain);
  if (plain != text.size()) append_json_escaped(out, text.substr(plain));
  out.literal("\"");
}

void append_ascii_json_string(RowBuffer& out, std::string_view text) {
  out.literal("\"");
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && (is_printable_ascii(text[end]) || escaped.contains(text[end])))
      ++end;
    append_json_escaped(out, text.substr(i, end - i));
    if (end == text.size()) break;
    const text::Utf8Step step = text::decode_utf8(text, end);
    text::for_each_utf16_unit(step.code_point,
                              [&out](char32_t unit) { append_code_unit(out, unit); });
    i = end + step.length;
  }
  out.literal("\"");
}

}  // namespace hrefkit::cli
