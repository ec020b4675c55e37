#include "hrefkit/text/utf8.h"

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/utf16.h"

namespace hrefkit::text {

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
  if (can_count_in_lanes<Lanes>(begin, end)) {
    return count_bytes_that<Lanes>(text, begin, end,
                                   [](Lanes lanes) { return lanes.begin_characters(); });
  }
  std::size_t count = 0;
  for (; begin < end; ++begin) {
    count += !is_continuation_byte(text[begin]);
  }
  return count;
}

}  // namespace hrefkit::text
