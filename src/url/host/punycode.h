// Punycode (RFC 3492): labels of any code points in ASCII.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::url {

/// RFC 3492 section 6.3, without "xn--". `label` holds scalar values.
std::string punycode_encode(std::u32string_view label);

/// RFC 3492 section 6.2 on what follows "xn--", in ASCII. nullopt when it is not Punycode or gives
/// something other than scalar values.
std::optional<std::u32string> punycode_decode(std::string_view text);

}  // namespace hrefkit::url
