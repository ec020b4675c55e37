// Strict recognition of what RFC 3986 section 3.2.2 allows between the brackets of a host.
#pragma once

#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url::rfc3986 {

/// True when the whole of `text` matches <IPv4address>: four numbers to 255, no leading zeros.
bool is_ipv4_address(std::string_view text);

/// True when the whole of `text` matches <IPv6address>; it knows no zone identifiers.
bool is_ipv6_address(std::string_view text);

/// True when the whole of `text` matches <IPvFuture>, "v" and hex digits and "." and one or more
/// of `address_characters` (RFC 3986's own are rfc3986::ip_future_characters).
bool is_ip_future(std::string_view text, text::ByteSet const& address_characters);

}  // namespace hrefkit::url::rfc3986
