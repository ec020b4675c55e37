#include "hrefkit/text/utf8.h"

#include <cstdint>
#include <cstring>

namespace hrefkit::text {

namespace {

constexpr std::uint64_t high_bits = 0x8080808080808080;

std::uint64_t load_word(char const* p) {
  std::uint64_t word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

/// The offset of the first byte at or after `offset` that is not ASCII.
std::size_t skip_ascii(std::string_view text, std::size_t offset) {
  while (text.size() - offset >= 8 && (load_word(text.data() + offset) & high_bits) == 0) {
    offset += 8;
  }
  while (offset < text.size() && static_cast<unsigned char>(text[offset]) < 0x80) ++offset;
  return offset;
}

}  // namespace

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
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = replacement_character;
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::size_t find_invalid_utf8(std::string_view text) {
  std::size_t offset = 0;
  while ((offset = skip_ascii(text, offset)) < text.size()) {
    const Utf8Step step = decode_utf8(text, offset);
    if (!step.valid) return offset;
    offset += step.length;
  }
  return offset;
}

bool is_ascii(std::string_view text) {
  return skip_ascii(text, 0) == text.size();
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

}  // namespace hrefkit::text
