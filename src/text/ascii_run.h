// How many bytes at the start of a text are ASCII, a vector at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// The number of bytes below 0x80 at the start of `bytes`.
std::size_t ascii_run_length(std::string_view bytes);

}  // namespace hrefkit::text
