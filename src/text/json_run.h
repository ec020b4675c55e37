// How many bytes at the start of a text stand for themselves in a JSON string.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// The number of bytes before the first quote, backslash or C0 control (RFC 8259 section 7).
std::size_t json_run_length(std::string_view text);

}  // namespace hrefkit::text
