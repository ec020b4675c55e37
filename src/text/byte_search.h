// Searches for a sequence of bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// The first place where `bytes` has `wanted`, or npos. By the C library's function, which looks at
/// several bytes at once, where there is one: it is in POSIX since 2024 only.
std::size_t find_bytes(std::string_view bytes, std::string_view wanted);

/// The same by the C++ library.
std::size_t find_bytes_portable(std::string_view bytes, std::string_view wanted);

}  // namespace hrefkit::text
