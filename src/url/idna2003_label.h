// ToASCII of one label, the part of IDNA2003 that ICU does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::url {

/// RFC 3490 section 4.1, "ToASCII", with AllowUnassigned and UseSTD3ASCIIRules. `label` is valid
/// UTF-8, one label without separators, and short: time grows with the square of its length.
/// Nothing on failure.
std::optional<std::string> label_to_ascii_2003(std::string_view label);

}  // namespace hrefkit::url
