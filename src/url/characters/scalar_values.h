// Scalar value strings: what the URL standard's algorithms take where callers have any bytes.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::url {

/// `bytes` as valid UTF-8 with U+FFFD for each ill-formed sequence ("UTF-8 decode without BOM").
std::string to_scalar_values(std::string bytes);

/// The same without a copy where there is nothing to replace: `bytes` itself, or a view of
/// `storage`, which takes the result. Valid as long as both arguments live unchanged.
std::string_view as_scalar_values(std::string_view bytes, std::string& storage);

}  // namespace hrefkit::url
