// Encoding Standard 12.3, Shift_JIS.
#include "hrefkit/text/encodings/codec.h"

namespace hrefkit::text {

namespace {

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
Step next(std::string_view bytes, std::size_t i, Index const& index) {
  const unsigned lead = byte_at(bytes, i);
  if (lead == 0x80) return {0x80, 1};
  if (lead >= 0xA1 && lead <= 0xDF) return {0xFF61 - 0xA1 + lead, 1};
  if (!is_shift_jis_lead(lead) || i + 1 == bytes.size()) return {0, 1};
  return pair_step(bytes, i, shift_jis_code_point(index, lead, byte_at(bytes, i + 1)));
}

}  // namespace

void decode_shift_jis(std::string_view bytes, DecodeOutput& out) {
  Index const& index = index_jis0208();
  decode_steps(bytes, out, [&](std::size_t i) { return next(bytes, i, index); });
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

}  // namespace hrefkit::text
