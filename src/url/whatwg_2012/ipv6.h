// The IPv6 parser of the URL Standard 2012-12-28 (4.2).
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/url/host/ipv6.h"

namespace hrefkit::url::whatwg_2012 {

/// "IPv6 parser": `text` is the text between the brackets. Nothing on failure. Its serializer
/// (4.3), read without its error, is append_ipv6 of the living standard.
std::optional<Ipv6Address> parse_ipv6(std::string_view text);

}  // namespace hrefkit::url::whatwg_2012
