// Validity: the URL strings that authors may write. The parser accepts many more.
#pragma once

#include <string_view>

#include "hrefkit/url/url.h"

namespace hrefkit::url {

/// "Valid URL string" (URL standard 4.3): an absolute-URL-with-fragment string or, where there is
/// a base, a relative-URL-with-fragment string for it. `text` is UTF-8; with ill-formed bytes it
/// is not valid.
bool is_valid_url_string(std::string_view text, Url const* base = nullptr);

/// "Absolute-URL-with-fragment string".
bool is_valid_absolute_url_string(std::string_view text);

/// "Valid host string" (3.4): a domain, an IPv4 address, or an IPv6 address in brackets.
bool is_valid_host_string(std::string_view text);

}  // namespace hrefkit::url
