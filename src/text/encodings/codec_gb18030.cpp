// Encoding Standard 10, GBK and gb18030.
#include <algorithm>
#include <array>

#include "hrefkit/text/encodings/codec.h"
#include "hrefkit/text/encodings/gb18030_ranges.h"

namespace hrefkit::text {

namespace {

constexpr bool in_range(unsigned value, unsigned first, unsigned last) {
  return value >= first && value <= last;
}

// Section 5, "index gb18030 ranges code point"; 0 for null.
char32_t ranges_code_point(std::uint32_t pointer) {
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) return 0;
  if (pointer == 7457) return 0xE7C7;
  const auto* after = std::upper_bound(
      gb18030_ranges.begin(), gb18030_ranges.end(), pointer,
      [](std::uint32_t p, Gb18030Range const& range) { return p < range.pointer; });
  Gb18030Range const& range = *(after - 1);
  return range.code_point + (pointer - range.pointer);
}

// Section 5, "index gb18030 ranges pointer".
std::uint32_t ranges_pointer(char32_t code_point) {
  if (code_point == 0xE7C7) return 7457;
  const auto* after =
      std::upper_bound(gb18030_ranges.begin(), gb18030_ranges.end(), code_point,
                       [](char32_t c, Gb18030Range const& range) { return c < range.code_point; });
  Gb18030Range const& range = *(after - 1);
  return range.pointer + static_cast<std::uint32_t>(code_point - range.code_point);
}

/// The four bytes at `i`, of which the second is known to be a digit. Where they are not well
/// formed only the first is taken, but at the end of input all that is left.
Step four_bytes(std::string_view bytes, std::size_t i) {
  const std::size_t left = bytes.size() - i;
  if (left > 2 && !in_range(byte_at(bytes, i + 2), 0x81, 0xFE)) return {0, 1};
  if (left < 4) return {0, static_cast<std::uint32_t>(left)};
  if (!in_range(byte_at(bytes, i + 3), 0x30, 0x39)) return {0, 1};
  const std::uint32_t pointer = (byte_at(bytes, i) - 0x81) * (10 * 126 * 10) +
                                (byte_at(bytes, i + 1) - 0x30) * (10 * 126) +
                                (byte_at(bytes, i + 2) - 0x81) * 10 + byte_at(bytes, i + 3) - 0x30;
  return {ranges_code_point(pointer), 4};
}

Step two_bytes(std::string_view bytes, std::size_t i, Index const& index) {
  const unsigned trail = byte_at(bytes, i + 1);
  if (!in_range(trail, 0x40, 0x7E) && !in_range(trail, 0x80, 0xFE)) {
    return pair_step(bytes, i, 0);
  }
  const std::size_t pointer =
      (byte_at(bytes, i) - 0x81) * 190 + trail - (trail < 0x7F ? 0x40 : 0x41);
  return pair_step(bytes, i, index.code_point(pointer));
}

/// The character at `i`, whose first byte is not ASCII.
Step next(std::string_view bytes, std::size_t i, Index const& index) {
  const unsigned lead = byte_at(bytes, i);
  if (lead == 0x80) return {0x20AC, 1};
  if (lead == 0xFF || i + 1 == bytes.size()) return {0, 1};
  if (in_range(byte_at(bytes, i + 1), 0x30, 0x39)) return four_bytes(bytes, i);
  return two_bytes(bytes, i, index);
}

/// Step 5 of the encoder: the private use code points of GB 18030-2005, whose bytes the index now
/// gives to other characters.
struct PrivateUseRow {
  char32_t code_point;
  unsigned lead;
  unsigned trail;
};
constexpr std::array private_use_rows{
    PrivateUseRow{0xE78D, 0xA6, 0xD9}, PrivateUseRow{0xE78E, 0xA6, 0xDA},
    PrivateUseRow{0xE78F, 0xA6, 0xDB}, PrivateUseRow{0xE790, 0xA6, 0xDC},
    PrivateUseRow{0xE791, 0xA6, 0xDD}, PrivateUseRow{0xE792, 0xA6, 0xDE},
    PrivateUseRow{0xE793, 0xA6, 0xDF}, PrivateUseRow{0xE794, 0xA6, 0xEC},
    PrivateUseRow{0xE795, 0xA6, 0xED}, PrivateUseRow{0xE796, 0xA6, 0xF3},
    PrivateUseRow{0xE81E, 0xFE, 0x59}, PrivateUseRow{0xE826, 0xFE, 0x61},
    PrivateUseRow{0xE82B, 0xFE, 0x66}, PrivateUseRow{0xE82C, 0xFE, 0x67},
    PrivateUseRow{0xE832, 0xFE, 0x6D}, PrivateUseRow{0xE843, 0xFE, 0x7E},
    PrivateUseRow{0xE854, 0xFE, 0x90}, PrivateUseRow{0xE864, 0xFE, 0xA0},
};
static_assert(std::is_sorted(private_use_rows.begin(), private_use_rows.end(),
                             [](PrivateUseRow const& a, PrivateUseRow const& b) {
                               return a.code_point < b.code_point;
                             }));

/// Steps 5 to 7 of the encoder.
bool encode_two_bytes(std::string& out, char32_t code_point) {
  for (PrivateUseRow const& row : private_use_rows) {
    if (row.code_point != code_point) continue;
    append_pair(out, row.lead, row.trail);
    return true;
  }
  const auto pointer = gb18030_pointers().pointer(code_point);
  if (!pointer) return false;
  const unsigned trail = *pointer % 190u;
  append_pair(out, *pointer / 190u + 0x81, trail + (trail < 0x3F ? 0x40 : 0x41));
  return true;
}

}  // namespace

void decode_gb18030(std::string_view bytes, DecodeOutput& out) {
  Index const& index = index_gb18030();
  decode_steps(bytes, out, [&](std::size_t i) { return next(bytes, i, index); });
}

// The decoder gives U+3000 for the bytes of U+E5E5, so that has none.
bool encode_gbk(std::string& out, char32_t code_point) {
  if (code_point == 0xE5E5) return false;
  if (code_point != 0x20AC) return encode_two_bytes(out, code_point);
  out += '\x80';
  return true;
}

bool encode_gb18030(std::string& out, char32_t code_point) {
  if (code_point == 0xE5E5) return false;
  if (encode_two_bytes(out, code_point)) return true;
  const std::uint32_t pointer = ranges_pointer(code_point);
  append_pair(out, pointer / (10 * 126 * 10) + 0x81, pointer / (10 * 126) % 10 + 0x30);
  append_pair(out, pointer / 10 % 126 + 0x81, pointer % 10 + 0x30);
  return true;
}

}  // namespace hrefkit::text
