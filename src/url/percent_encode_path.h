// A file's path as the path of a URL.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::url {

/// `path`, the bytes of a file name or of several with `/` between, as a URL's path: each byte that
/// would not stand for itself is percent-encoded. What stays is RFC 3986's `pchar` without the
/// percent sign, and `/`.
std::string percent_encode_path(std::string_view path);

}  // namespace hrefkit::url
