// Encoding Standard 9, legacy single-byte encodings, and 14.5, x-user-defined.
#include <algorithm>

#include "hrefkit/text/codec.h"

namespace hrefkit::text {

void decode_single_byte(std::string_view bytes, SingleByteIndex const& index, DecodeOutput& out) {
  std::size_t i = 0;
  while ((i = out.copy_ascii(bytes, i)) < bytes.size()) {
    for (; i < bytes.size() && byte_at(bytes, i) >= 0x80; ++i) {
      const std::size_t place = byte_at(bytes, i) - 0x80;
      if (index.code_points[place] == 0) {
        out.malformed(1);
      } else {
        out.character(index.utf8[place]);
      }
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

}  // namespace hrefkit::text
