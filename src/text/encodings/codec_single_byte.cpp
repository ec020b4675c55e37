// Encoding Standard 9, legacy single-byte encodings, and 14.5, x-user-defined.
#include <algorithm>

#include "hrefkit/text/encodings/codec.h"

namespace hrefkit::text {

namespace {

using Utf8Form = SingleByteIndex::Utf8Form;

/// Decodes bytes past ASCII from `i` on, as long as their characters are equally long, and returns
/// the offset behind them.
std::size_t decode_single_byte_run(std::string_view bytes, std::size_t i, SingleByteIndex const& index,
                       DecodeOutput& out) {
  constexpr std::size_t longest_run = 64;
  const std::uint8_t length = index.utf8[byte_at(bytes, i) - 0x80].length;
  const std::size_t last = std::min(bytes.size(), i + longest_run);
  char* to = out.room(longest_run * sizeof(Utf8Form::bytes));
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

}  // namespace hrefkit::text
