// Encoding Standard 11.1, Big5.
#include "hrefkit/text/encodings/codec.h"

namespace hrefkit::text {

namespace {

constexpr std::size_t no_pointer = ~std::size_t{0};

std::size_t big5_pointer(unsigned lead, unsigned trail) {
  const bool low = trail >= 0x40 && trail <= 0x7E;
  const bool high = trail >= 0xA1 && trail <= 0xFE;
  if (!low && !high) return no_pointer;
  return (lead - 0x81) * 157 + (trail - (low ? 0x40 : 0x62));
}

/// Step 6 of the decoder: four pointers stand for a letter and a combining mark.
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
bool decode_big5_pair(std::string_view bytes, std::size_t i, Index const& index, DecodeOutput& out) {
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

}  // namespace hrefkit::text
