#include "hrefkit/cli/printable.h"

#include <array>
#include <cstdio>

#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

namespace {

/// C0, DEL and C1 controls.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F);
}

/// Unicode's bidirectional formatting characters, and the line separators that terminals may obey.
bool is_bidi(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

void append_escape(std::string& out, char32_t c) {
  std::array<char, 16> escape{};
  std::snprintf(escape.data(), escape.size(), c < 0x100 ? "\\x%02X" : "\\u%04X",
                static_cast<unsigned>(c));
  out += escape.data();
}

}  // namespace

void append_printable(std::string& out, std::string_view text, Display display) {
  for (std::size_t i = 0; i < text.size();) {
    const text::Utf8Step step = text::decode_utf8(text, i);
    i += step.length;
    switch (step.code_point) {
      case '\n':
        out += "\\n";
        continue;
      case '\r':
        out += "\\r";
        continue;
      case '\t':
        out += "\\t";
        continue;
      default:
        break;
    }
    const bool unsafe = is_control(step.code_point) || is_bidi(step.code_point);
    if (unsafe && display == Display::terminal) {
      append_escape(out, step.code_point);
    } else {
      text::append_utf8(out, step.code_point);
    }
  }
}

}  // namespace hrefkit::cli
