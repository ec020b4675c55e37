// Whether bytes are UTF-8, many at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// @{ As `find_invalid_utf8`: the vector path needs AVX2 (`has_avx2`), the portable one nothing.
std::size_t find_invalid_utf8_portable(std::string_view text);
std::size_t find_invalid_utf8_avx2(std::string_view text);
/// @}

}  // namespace hrefkit::text
