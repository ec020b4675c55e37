// The text of header fields as browsers read it.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::http {

/// Each byte is the code point of its number: "isomorphic decode" of the Infra Standard.
inline std::string isomorphic_decode(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | byte >> 6);
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

}  // namespace hrefkit::http
