// Hosts of the URL Standard 2012-12-28 (4.2 and 4.3).
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/url/error.h"

namespace hrefkit::url::whatwg_2012 {

/// "Host parser" and "host serializer" in one: the serialised host of `input` (valid UTF-8). An
/// empty input is an empty host; there are no forbidden code points. Errors: invalid_host for "["
/// without "]", invalid_ipv6, invalid_domain.
tl::expected<std::string, Error> parse_host(std::string_view input);

}  // namespace hrefkit::url::whatwg_2012
