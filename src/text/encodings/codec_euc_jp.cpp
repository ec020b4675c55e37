// Encoding Standard 12.1, EUC-JP.
#include "hrefkit/text/encodings/codec.h"

namespace hrefkit::text {

namespace {

constexpr bool is_row(unsigned byte) {
  return byte >= 0xA1 && byte <= 0xFE;
}

char32_t code_point_of(Index const& index, unsigned lead, unsigned trail) {
  if (!is_row(lead) || !is_row(trail)) return 0;
  return index.code_point((lead - 0xA1) * 94 + (trail - 0xA1));
}

/// Decodes the character at `i`, whose first byte is not ASCII, and returns its length.
std::uint32_t decode_one(std::string_view bytes, std::size_t i, DecodeOutput& out,
                         Index const& jis0208, Index const& jis0212) {
  const unsigned lead = byte_at(bytes, i);
  const bool is_lead = lead == 0x8E || lead == 0x8F || is_row(lead);
  if (!is_lead || i + 1 == bytes.size()) {
    out.malformed(1);
    return 1;
  }
  const unsigned next = byte_at(bytes, i + 1);
  char32_t c = 0;
  std::uint32_t length = 2;
  if (lead == 0x8F && is_row(next)) {
    // An error leaves 0x8F and the row behind; an ASCII byte after them is read again.
    if (i + 2 < bytes.size()) {
      c = code_point_of(jis0212, next, byte_at(bytes, i + 2));
      length = c != 0 || byte_at(bytes, i + 2) >= 0x80 ? 3 : 2;
    }
  } else if (lead == 0x8E && next >= 0xA1 && next <= 0xDF) {
    c = 0xFF61 - 0xA1 + next;
  } else {
    c = code_point_of(jis0208, lead, next);
    if (c == 0) length = malformed_pair_length(bytes, i);
  }
  if (c != 0) {
    out.character(c, length);
  } else {
    out.malformed(length);
  }
  return length;
}

}  // namespace

void decode_euc_jp(std::string_view bytes, DecodeOutput& out) {
  Index const& jis0208 = index_jis0208();
  Index const& jis0212 = index_jis0212();
  std::size_t i = 0;
  while ((i = out.copy_ascii(bytes, i)) < bytes.size()) {
    i += decode_one(bytes, i, out, jis0208, jis0212);
  }
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

}  // namespace hrefkit::text
