// "Parse a Web address" of "Web addresses in HTML 5" (seeds/004 section 2): percent-encode what is
// no URI character, match RFC 3986's own grammar, decode the components again.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/url/rfc3986/grammar.h"

namespace hrefkit::url::web_address {

/// Parses `address` (UTF-8; bytes that are not count as characters of their own) into its
/// components, which are views into it. Nothing when it does not match.
std::optional<rfc3986::Reference> parse(std::string_view address);

}  // namespace hrefkit::url::web_address
