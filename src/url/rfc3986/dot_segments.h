// Removing "." and ".." from paths as RFC 3986 section 5.2.4 does.
#pragma once

#include <cstddef>
#include <string>

namespace hrefkit::url::rfc3986 {

/// "remove_dot_segments" on the path that `text` holds from byte `begin` to its end, in place and
/// in linear time. "%2E" does not count as a dot.
void remove_dot_segments(std::string& text, std::size_t begin);

}  // namespace hrefkit::url::rfc3986
