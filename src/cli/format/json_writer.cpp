#include "hrefkit/cli/format/json_writer.h"

#include <cstddef>

#include "hrefkit/text/json.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

constexpr text::ByteSet escaped = text::c0_control | text::ByteSet("\"\\");

constexpr bool is_printable_ascii(char c) {
  return c >= ' ' && c <= '~';
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

}  // namespace

void append_ascii_json_string(RowBuffer& out, std::string_view text) {
  out.literal("\"");
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && (is_printable_ascii(text[end]) || escaped.contains(text[end])))
      ++end;
    text::append_json_escaped(out, text.substr(i, end - i));
    if (end == text.size()) break;
    const text::Utf8Step step = text::decode_utf8(text, end);
    text::for_each_utf16_unit(step.code_point,
                              [&out](char32_t unit) { append_code_unit(out, unit); });
    i = end + step.length;
  }
  out.literal("\"");
}

}  // namespace hrefkit::cli
