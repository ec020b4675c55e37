// Encoding Standard 12.1, EUC-JP.
#include "hrefkit/text/encodings/codec.h"

namespace hrefkit::text {

namespace {

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
Step next(std::string_view bytes, std::size_t i, Index const& jis0208, Index const& jis0212) {
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
  decode_steps(bytes, out, [&](std::size_t i) { return next(bytes, i, jis0208, jis0212); });
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
