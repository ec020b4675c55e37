// Scalar value strings: what the URL standard's algorithms take where callers have any bytes.
#pragma once

#include <string>

namespace hrefkit::url {

/// `bytes` as valid UTF-8 with U+FFFD for each ill-formed sequence ("UTF-8 decode without BOM").
std::string to_scalar_values(std::string bytes);

}  // namespace hrefkit::url
