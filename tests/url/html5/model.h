// A second, naive reading of the html5 and web-address standards, for comparison: it works on code
// points, tries every split that a grammar rule allows and builds new strings at every step.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/encoding.h"

namespace hrefkit::test {

/// The absolute URL of `reference`, resolved as HTML5 (W3C draft), 2.6.3, says; `base` is a
/// resolved URL or null. Nothing for an error.
std::optional<std::string> html5_resolve(std::string_view reference, std::string const* base,
                                         text::Encoding encoding);

/// The same as Web addresses in HTML 5, 2 and 3, says.
std::optional<std::string> web_address_resolve(std::string_view reference, std::string const* base,
                                               text::Encoding encoding);

}  // namespace hrefkit::test
