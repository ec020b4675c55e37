// Removing "." and ".." from paths as RFC 3986 section 5.2.4 does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hrefkit::url::rfc3986 {

/// "remove_dot_segments" on the path that `text` holds from byte `begin` to its end, in place and
/// in linear time. "%2E" does not count as a dot. The first `plain` bytes of the path are known to
/// stay: they are segments other than "." and "..", and a "/" follows them.
void remove_dot_segments(std::string& text, std::size_t begin, std::size_t plain = 0);

/// How many bytes at the start of `directory`, a path that ends in "/" or is empty, are plain in
/// that sense: all but the last "/", or 0 if "." or ".." is among its segments.
std::size_t plain_length(std::string_view directory);

}  // namespace hrefkit::url::rfc3986
