// Searches for a sequence of bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// The offset of the first `wanted` in `bytes`, or npos. Calls memmem, which compares several bytes
/// at once, where the C library has it: it is in POSIX since 2024 only.
std::size_t find_bytes(std::string_view bytes, std::string_view wanted);

/// The same by the C++ library.
std::size_t find_bytes_portable(std::string_view bytes, std::string_view wanted);

}  // namespace hrefkit::text
