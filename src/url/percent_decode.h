// Percent-decoding (URL standard, section 1.3).
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::url {

/// "Percent-decode" of a byte sequence. A "%" without two hex digits stays.
std::string percent_decode(std::string_view bytes);

}  // namespace hrefkit::url
