#include "hrefkit/cli/json_string.h"

#include "hrefkit/text/byte_set.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::cli {

namespace {

constexpr text::ByteSet escaped = text::c0_control | text::ByteSet("\"\\");

/// The length of the start of `text` that stands for itself.
std::size_t plain_length(std::string_view text) {
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

void append_escape(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  out += "\\u00";
  out += digits[byte >> 4];
  out += digits[byte & 15];
}

}  // namespace

void append_json_escaped(std::string& out, std::string_view text) {
  while (true) {
    const std::size_t plain = plain_length(text);
    out.append(text.data(), plain);
    if (plain == text.size()) return;
    append_escape(out, text[plain]);
    text.remove_prefix(plain + 1);
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  append_json_escaped(out, text);
  out += '"';
}

}  // namespace hrefkit::cli
