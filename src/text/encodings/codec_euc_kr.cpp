// Encoding Standard 13.1, EUC-KR, which is windows-949.
#include "hrefkit/text/encodings/codec.h"

namespace hrefkit::text {

namespace {

/// The code point of a pair of bytes; 0 where it has none.
char32_t code_point_of(Index const& index, unsigned lead, unsigned trail) {
  if (trail < 0x41 || trail > 0xFE) return 0;
  return index.code_point((lead - 0x81) * 190 + (trail - 0x41));
}

/// Decodes the character at `i`, whose first byte is not ASCII, and returns its length.
std::uint32_t decode_one(std::string_view bytes, std::size_t i, Index const& index,
                         DecodeOutput& out) {
  const unsigned lead = byte_at(bytes, i);
  if (lead == 0x80 || lead == 0xFF || i + 1 == bytes.size()) {
    out.malformed(1);
    return 1;
  }
  const char32_t c = code_point_of(index, lead, byte_at(bytes, i + 1));
  if (c != 0) {
    out.character(c, 2);
    return 2;
  }
  const std::uint32_t length = malformed_pair_length(bytes, i);
  out.malformed(length);
  return length;
}

}  // namespace

void decode_euc_kr(std::string_view bytes, DecodeOutput& out) {
  Index const& index = index_euc_kr();
  std::size_t i = 0;
  while ((i = out.copy_ascii(bytes, i)) < bytes.size()) i += decode_one(bytes, i, index, out);
}

bool encode_euc_kr(std::string& out, char32_t code_point) {
  const auto pointer = euc_kr_pointers().pointer(code_point);
  if (!pointer) return false;
  append_pair(out, *pointer / 190u + 0x81, *pointer % 190u + 0x41);
  return true;
}

}  // namespace hrefkit::text
