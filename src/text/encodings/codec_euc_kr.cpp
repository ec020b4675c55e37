// Encoding Standard 13.1, EUC-KR, which is windows-949.
#include "hrefkit/text/encodings/codec.h"

namespace hrefkit::text {

namespace {

/// The code point of a pair of bytes; 0 where it has none.
char32_t euc_kr_code_point(Index const& index, unsigned lead, unsigned trail) {
  if (trail < 0x41 || trail > 0xFE) return 0;
  return index.code_point((lead - 0x81) * 190 + (trail - 0x41));
}

/// The character at `i`, whose first byte is not ASCII.
Step next(std::string_view bytes, std::size_t i, Index const& index) {
  const unsigned lead = byte_at(bytes, i);
  if (lead == 0x80 || lead == 0xFF || i + 1 == bytes.size()) return {0, 1};
  return pair_step(bytes, i, euc_kr_code_point(index, lead, byte_at(bytes, i + 1)));
}

}  // namespace

void decode_euc_kr(std::string_view bytes, DecodeOutput& out) {
  Index const& index = index_euc_kr();
  decode_steps(bytes, out, [&](std::size_t i) { return next(bytes, i, index); });
}

bool encode_euc_kr(std::string& out, char32_t code_point) {
  const auto pointer = euc_kr_pointers().pointer(code_point);
  if (!pointer) return false;
  append_pair(out, *pointer / 190u + 0x81, *pointer % 190u + 0x41);
  return true;
}

}  // namespace hrefkit::text
