#include "hrefkit/text/encodings/codec.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

// Encoding Standard 8.1, UTF-8, and 14.1, replacement.

void decode_utf_8(std::string_view bytes, DecodeOutput& out) {
  while (!bytes.empty()) {
    const std::size_t valid = find_invalid_utf8(bytes);
    out.copy(bytes.substr(0, valid));
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    const std::size_t malformed = decode_utf8(bytes, 0).length;
    out.malformed(static_cast<std::uint32_t>(malformed));
    bytes.remove_prefix(malformed);
  }
}

void decode_replacement(std::string_view bytes, DecodeOutput& out) {
  if (!bytes.empty()) out.malformed(static_cast<std::uint32_t>(bytes.size()));
}

namespace {

// Encoding Standard 9, legacy single-byte encodings, and 14.5, x-user-defined.

using Utf8Form = SingleByteIndex::Utf8Form;

/// Decodes bytes past ASCII from `i` on, as long as their characters are equally long, and returns
/// the offset behind them.
std::size_t decode_single_byte_run(std::string_view bytes, std::size_t i,
                                   SingleByteIndex const& index, DecodeOutput& out) {
  constexpr std::size_t max_run = 64;
  const std::uint8_t length = index.utf8[byte_at(bytes, i) - 0x80].length;
  const std::size_t last = std::min(bytes.size(), i + max_run);
  char* to = out.room(max_run * sizeof(Utf8Form::bytes));
  std::uint32_t count = 0;
  for (; i + count < last; ++count) {
    const unsigned byte = byte_at(bytes, i + count);
    if (byte < 0x80) break;
    Utf8Form const& form = index.utf8[byte - 0x80];
    if (form.length != length) break;
    std::memcpy(to, form.bytes.data(), sizeof form.bytes);
    to += length;
  }
  out.wrote(length, count);
  return i + count;
}

}  // namespace

void decode_single_byte(std::string_view bytes, SingleByteIndex const& index, DecodeOutput& out) {
  std::size_t i = 0;
  while ((i = out.copy_ascii(bytes, i)) < bytes.size()) {
    if (index.code_points[byte_at(bytes, i) - 0x80] == 0) {
      out.malformed(1);
      ++i;
    } else {
      i = decode_single_byte_run(bytes, i, index, out);
    }
  }
}

bool encode_single_byte(std::string& out, char32_t code_point, SingleByteIndex const& index) {
  const auto place = std::find(index.code_points.begin(), index.code_points.end(), code_point);
  if (code_point == 0 || place == index.code_points.end()) return false;
  out += static_cast<char>(0x80 + (place - index.code_points.begin()));
  return true;
}

void decode_x_user_defined(std::string_view bytes, DecodeOutput& out) {
  std::size_t i = 0;
  while ((i = out.copy_ascii(bytes, i)) < bytes.size()) {
    out.character(0xF780 + byte_at(bytes, i) - 0x80, 1);
    ++i;
  }
}

bool encode_x_user_defined(std::string& out, char32_t code_point) {
  if (code_point < 0xF780 || code_point > 0xF7FF) return false;
  out += static_cast<char>(code_point - 0xF780 + 0x80);
  return true;
}

namespace {

// Encoding Standard 10, GBK and gb18030.

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

/// The four bytes at `i`, of which the second is known to be a digit. Of malformed ones only the
/// first is consumed, but at the end of input all that is left.
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
Step gb18030_step(std::string_view bytes, std::size_t i, Index const& index) {
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
  decode_steps(bytes, out, [&](std::size_t i) { return gb18030_step(bytes, i, index); });
}

// The decoder maps the bytes of U+E5E5 to U+3000, so U+E5E5 has no bytes.
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

namespace {

// Encoding Standard 11.1, Big5.

constexpr std::size_t no_pointer = ~std::size_t{0};

std::size_t big5_pointer(unsigned lead, unsigned trail) {
  const bool low = trail >= 0x40 && trail <= 0x7E;
  const bool high = trail >= 0xA1 && trail <= 0xFE;
  if (!low && !high) return no_pointer;
  return (lead - 0x81) * 157 + (trail - (low ? 0x40 : 0x62));
}

/// Step 6 of the decoder: four pointers decode to a letter and a combining mark.
bool decode_letter_and_mark(std::size_t pointer, DecodeOutput& out) {
  switch (pointer) {
    case 1133:
      out.two_characters(0x00CA, 0x0304, 2);
      return true;
    case 1135:
      out.two_characters(0x00CA, 0x030C, 2);
      return true;
    case 1164:
      out.two_characters(0x00EA, 0x0304, 2);
      return true;
    case 1166:
      out.two_characters(0x00EA, 0x030C, 2);
      return true;
    default:
      return false;
  }
}

/// Decodes the two bytes at `i`; false where they are malformed.
bool decode_big5_pair(std::string_view bytes, std::size_t i, Index const& index,
                      DecodeOutput& out) {
  const unsigned lead = byte_at(bytes, i);
  if (lead < 0x81 || lead > 0xFE || i + 1 == bytes.size()) return false;
  const std::size_t pointer = big5_pointer(lead, byte_at(bytes, i + 1));
  if (decode_letter_and_mark(pointer, out)) return true;
  const char32_t c = index.code_point(pointer);
  if (c == 0) return false;
  out.character(c, 2);
  return true;
}

/// The bytes of an error: 0x80 and 0xFF are no lead bytes.
std::uint32_t malformed_big5_length(std::string_view bytes, std::size_t i) {
  const unsigned lead = byte_at(bytes, i);
  return lead == 0x80 || lead == 0xFF ? 1 : malformed_pair_length(bytes, i);
}

}  // namespace

void decode_big5(std::string_view bytes, DecodeOutput& out) {
  Index const& index = index_big5();
  std::size_t i = 0;
  while ((i = out.copy_ascii(bytes, i)) < bytes.size()) {
    if (decode_big5_pair(bytes, i, index, out)) {
      i += 2;
      continue;
    }
    const std::uint32_t length = malformed_big5_length(bytes, i);
    out.malformed(length);
    i += length;
  }
}

bool encode_big5(std::string& out, char32_t code_point) {
  const auto pointer = big5_pointers().pointer(code_point);
  if (!pointer) return false;
  const unsigned trail = *pointer % 157u;
  append_pair(out, *pointer / 157u + 0x81, trail + (trail < 0x3F ? 0x40 : 0x62));
  return true;
}

namespace {

// Encoding Standard 12.1, EUC-JP.

constexpr bool is_euc_row(unsigned byte) {
  return byte >= 0xA1 && byte <= 0xFE;
}

char32_t euc_jp_code_point(Index const& index, unsigned lead, unsigned trail) {
  if (!is_euc_row(lead) || !is_euc_row(trail)) return 0;
  return index.code_point((lead - 0xA1) * 94 + (trail - 0xA1));
}

/// The three bytes at `i`, of which the second is known to be a row. An error leaves 0x8F and the
/// row behind; an ASCII byte after them is read again.
Step three_bytes(std::string_view bytes, std::size_t i, Index const& jis0212) {
  if (i + 2 == bytes.size()) return {0, 2};
  const unsigned trail = byte_at(bytes, i + 2);
  const char32_t c = euc_jp_code_point(jis0212, byte_at(bytes, i + 1), trail);
  return {c, c != 0 || trail >= 0x80 ? 3U : 2U};
}

/// The character at `i`, whose first byte is not ASCII.
Step euc_jp_step(std::string_view bytes, std::size_t i, Index const& jis0208,
                 Index const& jis0212) {
  const unsigned lead = byte_at(bytes, i);
  const bool is_lead = lead == 0x8E || lead == 0x8F || is_euc_row(lead);
  if (!is_lead || i + 1 == bytes.size()) return {0, 1};
  const unsigned trail = byte_at(bytes, i + 1);
  if (lead == 0x8F && is_euc_row(trail)) return three_bytes(bytes, i, jis0212);
  if (lead == 0x8E && trail >= 0xA1 && trail <= 0xDF) return {0xFF61 - 0xA1 + trail, 2};
  return pair_step(bytes, i, euc_jp_code_point(jis0208, lead, trail));
}

}  // namespace

void decode_euc_jp(std::string_view bytes, DecodeOutput& out) {
  Index const& jis0208 = index_jis0208();
  Index const& jis0212 = index_jis0212();
  decode_steps(bytes, out, [&](std::size_t i) { return euc_jp_step(bytes, i, jis0208, jis0212); });
}

bool encode_euc_jp(std::string& out, char32_t code_point) {
  if (code_point == 0x00A5 || code_point == 0x203E) {
    out += code_point == 0x00A5 ? '\\' : '~';
    return true;
  }
  if (code_point >= 0xFF61 && code_point <= 0xFF9F) {
    append_pair(out, 0x8E, code_point - 0xFF61 + 0xA1);
    return true;
  }
  const auto pointer = jis0208_pointers().pointer(code_point == 0x2212 ? 0xFF0D : code_point);
  if (!pointer) return false;
  append_pair(out, *pointer / 94u + 0xA1, *pointer % 94u + 0xA1);
  return true;
}

namespace {

// Encoding Standard 12.3, Shift_JIS.

constexpr bool is_shift_jis_lead(unsigned byte) {
  return (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC);
}

/// The code point of a pair of bytes; 0 where it has none.
char32_t shift_jis_code_point(Index const& index, unsigned lead, unsigned trail) {
  if (trail < 0x40 || trail == 0x7F || trail > 0xFC) return 0;
  const std::size_t pointer =
      (lead - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + trail - (trail < 0x7F ? 0x40 : 0x41);
  // Step 7: Windows' range for characters of the user's own.
  if (pointer >= 8836 && pointer <= 10715) return static_cast<char32_t>(0xE000 - 8836 + pointer);
  return index.code_point(pointer);
}

/// The character at `i`, whose first byte is not ASCII.
Step shift_jis_step(std::string_view bytes, std::size_t i, Index const& index) {
  const unsigned lead = byte_at(bytes, i);
  if (lead == 0x80) return {0x80, 1};
  if (lead >= 0xA1 && lead <= 0xDF) return {0xFF61 - 0xA1 + lead, 1};
  if (!is_shift_jis_lead(lead) || i + 1 == bytes.size()) return {0, 1};
  return pair_step(bytes, i, shift_jis_code_point(index, lead, byte_at(bytes, i + 1)));
}

}  // namespace

void decode_shift_jis(std::string_view bytes, DecodeOutput& out) {
  Index const& index = index_jis0208();
  decode_steps(bytes, out, [&](std::size_t i) { return shift_jis_step(bytes, i, index); });
}

bool encode_shift_jis(std::string& out, char32_t code_point) {
  if (code_point == 0x80 || code_point == 0x00A5 || code_point == 0x203E) {
    out += code_point == 0x80 ? '\x80' : code_point == 0x00A5 ? '\\' : '~';
    return true;
  }
  if (code_point >= 0xFF61 && code_point <= 0xFF9F) {
    out += static_cast<char>(code_point - 0xFF61 + 0xA1);
    return true;
  }
  const auto pointer = shift_jis_pointers().pointer(code_point == 0x2212 ? 0xFF0D : code_point);
  if (!pointer) return false;
  const unsigned lead = *pointer / 188u;
  const unsigned trail = *pointer % 188u;
  append_pair(out, lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41));
  return true;
}

namespace {

// Encoding Standard 13.1, EUC-KR, which is windows-949.

/// The code point of a pair of bytes; 0 where it has none.
char32_t euc_kr_code_point(Index const& index, unsigned lead, unsigned trail) {
  if (trail < 0x41 || trail > 0xFE) return 0;
  return index.code_point((lead - 0x81) * 190 + (trail - 0x41));
}

/// The character at `i`, whose first byte is not ASCII.
Step euc_kr_step(std::string_view bytes, std::size_t i, Index const& index) {
  const unsigned lead = byte_at(bytes, i);
  if (lead == 0x80 || lead == 0xFF || i + 1 == bytes.size()) return {0, 1};
  return pair_step(bytes, i, euc_kr_code_point(index, lead, byte_at(bytes, i + 1)));
}

}  // namespace

void decode_euc_kr(std::string_view bytes, DecodeOutput& out) {
  Index const& index = index_euc_kr();
  decode_steps(bytes, out, [&](std::size_t i) { return euc_kr_step(bytes, i, index); });
}

bool encode_euc_kr(std::string& out, char32_t code_point) {
  const auto pointer = euc_kr_pointers().pointer(code_point);
  if (!pointer) return false;
  append_pair(out, *pointer / 190u + 0x81, *pointer % 190u + 0x41);
  return true;
}

namespace {

// Encoding Standard 14.2 to 14.4, UTF-16BE/LE.

struct BigEndian {
  static char32_t unit(std::string_view bytes, std::size_t i) {
    return (byte_at(bytes, i) << 8) | byte_at(bytes, i + 1);
  }
};

struct LittleEndian {
  static char32_t unit(std::string_view bytes, std::size_t i) {
    return (byte_at(bytes, i + 1) << 8) | byte_at(bytes, i);
  }
};

// "Shared UTF-16 decoder". A leading surrogate or a half code unit, or the one and the other,
// at the end of input is one error.
template <class Order>
void decode_utf_16(std::string_view bytes, DecodeOutput& out) {
  std::size_t i = 0;
  while (bytes.size() - i >= 2) {
    const char32_t unit = Order::unit(bytes, i);
    if (is_high_surrogate(unit)) {
      if (bytes.size() - i < 4) break;
      const char32_t next = Order::unit(bytes, i + 2);
      if (is_low_surrogate(next)) {
        out.character(code_point_of(unit, next), 4);
        i += 4;
        continue;
      }
      out.malformed(2);
    } else if (is_low_surrogate(unit)) {
      out.malformed(2);
    } else {
      out.character(unit, 2);
    }
    i += 2;
  }
  if (i < bytes.size()) out.malformed(static_cast<std::uint32_t>(bytes.size() - i));
}

}  // namespace

void decode_utf_16be(std::string_view bytes, DecodeOutput& out) {
  decode_utf_16<BigEndian>(bytes, out);
}

void decode_utf_16le(std::string_view bytes, DecodeOutput& out) {
  decode_utf_16<LittleEndian>(bytes, out);
}

}  // namespace hrefkit::text
