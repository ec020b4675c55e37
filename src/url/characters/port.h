// Ports, and where they begin (URL standard 4.4, host state and port state).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hrefkit::url {

/// The offset of the ":" that ends the host in "host:port": the first outside of brackets. npos
/// without such a colon.
std::size_t find_port_colon(std::string_view host_and_port);

/// The offset of the first byte that is not an ASCII digit, or the size.
std::size_t find_non_digit(std::string_view text);

/// The value of `digits` (ASCII digits, at least one), if it is at most 65535.
std::optional<std::uint16_t> parse_port(std::string_view digits);

}  // namespace hrefkit::url
