// Keys of a TOML file that have too many parts. The parser (toml++) recurses for each part of a key
// such as `a.b.c`, so a long one would exhaust the stack.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace hrefkit::text {

/// No file that hrefkit reads needs more.
inline constexpr std::size_t max_key_parts = 64;

/// The number of the line, from 1, with the first key of more than `max_key_parts` parts. Bytes
/// that are not TOML are legal: the parser finds what is wrong with them.
std::optional<std::size_t> line_of_long_key(std::string_view toml);

}  // namespace hrefkit::text
