// Encoding Standard 8.1, UTF-8, and 14.1, replacement.
#include "hrefkit/text/encodings/codec.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::text {

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

}  // namespace hrefkit::text
