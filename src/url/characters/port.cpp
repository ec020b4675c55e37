#include "hrefkit/url/characters/port.h"

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

std::size_t find_port_colon(std::string_view host_and_port) {
  bool inside_brackets = false;
  for (std::size_t i = 0; i < host_and_port.size(); ++i) {
    const char c = host_and_port[i];
    if (c == '[') inside_brackets = true;
    if (c == ']') inside_brackets = false;
    if (c == ':' && !inside_brackets) return i;
  }
  return std::string_view::npos;
}

std::size_t find_non_digit(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && text::ascii_digit.contains(text[i])) ++i;
  return i;
}

std::optional<std::uint16_t> parse_port(std::string_view digits) {
  std::uint32_t port = 0;
  for (char c : digits) {
    port = port * 10 + static_cast<std::uint32_t>(c - '0');
    if (port > 0xFFFF) return std::nullopt;
  }
  return static_cast<std::uint16_t>(port);
}

}  // namespace hrefkit::url
