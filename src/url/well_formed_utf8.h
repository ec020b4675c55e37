// Text with U+FFFD in place of bytes that are not UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::url {

/// `bytes` itself when it is UTF-8, else a view of `storage`, which takes a copy with U+FFFD for
/// each maximal subpart that is not. Valid as long as both arguments live unchanged.
std::string_view well_formed_utf8(std::string_view bytes, std::string& storage);

}  // namespace hrefkit::url
