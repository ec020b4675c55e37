#include "hrefkit/cli/format/printable.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "hrefkit/site/site.h"
#include "hrefkit/text/text.h"

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

void append_escape(std::string& out, char const* format, char32_t c) {
  std::array<char, 16> escape{};
  std::snprintf(escape.data(), escape.size(), format, static_cast<unsigned>(c));
  out += escape.data();
}

/// Appends the printable ASCII characters from `at` on, which stay as they are; returns where they
/// end.
std::size_t append_plain_run(std::string& out, std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const std::size_t size = text::find_first_that<text::Lanes>(
      rest, [](text::Lanes lanes) { return lanes.below_or_high(' ') | lanes.equal('\x7F'); });
  out.append(rest.substr(0, size));
  return at + size;
}

}  // namespace

bool is_unsafe(char32_t c) {
  return is_control(c) || is_bidi(c);
}

void append_printable(std::string& out, std::string_view text, Display display) {
  for (std::size_t i = append_plain_run(out, text, 0); i < text.size();
       i = append_plain_run(out, text, i)) {
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
    if (display == Display::terminal && is_unsafe(step.code_point)) {
      append_escape(out, step.code_point < 0x100 ? "\\x%02X" : "\\u%04X", step.code_point);
    } else {
      text::append_utf8(out, step.code_point);
    }
  }
}

namespace {

/// The message with the addresses of a folder that has none as they are written in its pages: "/x".
std::string without_default_site(std::string_view message) {
  const std::string_view site(site::default_site_url);
  std::string shown;
  for (std::size_t at = 0; (at = message.find(site)) != std::string_view::npos;) {
    shown.append(message.substr(0, at)).append("/");
    message.remove_prefix(at + site.size());
  }
  return shown.append(message);
}

/// The start and the end of a very long message.
std::string cut_message(std::string_view message) {
  constexpr std::size_t max_start = 4096;  // the name of a file stays whole
  constexpr std::size_t max_end = 500;
  if (message.size() <= max_start + max_end) return std::string(message);
  std::size_t start = max_start;
  while (start > 0 && text::is_continuation_byte(message[start])) --start;
  std::size_t end = message.size() - max_end;
  while (end < message.size() && text::is_continuation_byte(message[end])) ++end;
  return std::string(message.substr(0, start)).append("...").append(message.substr(end));
}

}  // namespace

std::string shown_message(std::string_view message) {
  return cut_message(without_default_site(message));
}

std::string shown_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t kept = text::find_first_that<text::Lanes>(text, [](text::Lanes lanes) {
      return (lanes.equal('\t') | lanes.equal('\n')) | lanes.equal('\r');
    });
    append_printable(out, text.substr(0, kept), Display::terminal);
    out.append(text.substr(kept, 1));
    text.remove_prefix(std::min(kept + 1, text.size()));
  }
  return out;
}

namespace {

struct CodePoints {
  char32_t first;
  char32_t last;
};

/// Blocks of characters of two columns (UAX #11, East Asian Width W and F), sorted. Code points in
/// them that are not assigned count as wide, too.
constexpr std::array wide_blocks{
    CodePoints{0x1100, 0x115F},   CodePoints{0x2E80, 0x303E},   CodePoints{0x3041, 0xA4CF},
    CodePoints{0xA960, 0xA97F},   CodePoints{0xAC00, 0xD7A3},   CodePoints{0xF900, 0xFAFF},
    CodePoints{0xFE30, 0xFE6F},   CodePoints{0xFF00, 0xFF60},   CodePoints{0xFFE0, 0xFFE6},
    CodePoints{0x1F300, 0x1F64F}, CodePoints{0x1F680, 0x1F6FF}, CodePoints{0x1F900, 0x1F9FF},
    CodePoints{0x20000, 0x3FFFD}};

/// Blocks of marks that combine with the character before, sorted.
constexpr std::array mark_blocks{
    CodePoints{0x0300, 0x036F}, CodePoints{0x0483, 0x0489}, CodePoints{0x1AB0, 0x1AFF},
    CodePoints{0x1DC0, 0x1DFF}, CodePoints{0x200B, 0x200D}, CodePoints{0x20D0, 0x20FF},
    CodePoints{0xFE00, 0xFE0F}, CodePoints{0xFE20, 0xFE2F}, CodePoints{0xE0100, 0xE01EF}};

template <std::size_t count>
bool contains(std::array<CodePoints, count> const& blocks, char32_t c) {
  const auto block =
      std::lower_bound(blocks.begin(), blocks.end(), c,
                       [](CodePoints const& each, char32_t sought) { return each.last < sought; });
  return block != blocks.end() && c >= block->first;
}

std::size_t columns_of(char32_t c) {
  if (c < 0x300) return 1;
  if (contains(mark_blocks, c)) return 0;
  return contains(wide_blocks, c) ? 2 : 1;
}

}  // namespace

std::size_t display_columns(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const text::Utf8Step step = text::decode_utf8(text, at);
    at += step.length;
    columns += columns_of(step.code_point);
  }
  return columns;
}

std::size_t first_columns(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    const text::Utf8Step step = text::decode_utf8(text, at);
    const std::size_t width = columns_of(step.code_point);
    if (width > columns) break;
    columns -= width;
    at += step.length;
  }
  return at;
}

std::size_t after_columns(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  while (at < text.size()) {
    const text::Utf8Step step = text::decode_utf8(text, at);
    const std::size_t width = columns_of(step.code_point);
    if (columns == 0 && width != 0) break;
    columns -= std::min(columns, width);
    at += step.length;
  }
  return at;
}

void append_printable_json(std::string& out, std::string_view json) {
  for (std::size_t i = append_plain_run(out, json, 0); i < json.size();
       i = append_plain_run(out, json, i)) {
    const text::Utf8Step step = text::decode_utf8(json, i);
    i += step.length;
    if (step.code_point >= 0x7F && is_unsafe(step.code_point)) {
      append_escape(out, "\\u%04x", step.code_point);
    } else {
      text::append_utf8(out, step.code_point);
    }
  }
}

std::string_view shown_json(std::string_view json, Display display, std::string& buffer) {
  if (display == Display::stream) return json;
  buffer.clear();
  append_printable_json(buffer, json);
  return buffer;
}

}  // namespace hrefkit::cli
