// Encoding Standard 14.2 to 14.4, UTF-16BE/LE.
#include "hrefkit/text/encodings/codec.h"

#include "hrefkit/text/utf16.h"

namespace hrefkit::text {

namespace {

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
