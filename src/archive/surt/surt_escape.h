// Escapes as SURT keys have them: none is left inside another.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::archive {

/// Percent-decodes until nothing changes: "%2541" is "A". Takes linear time.
std::string unescape_repeatedly(std::string_view text);

/// Percent-encodes what is not visible ASCII, "#" and "%", with digits in upper case.
std::string escape_once(std::string_view text);

}  // namespace hrefkit::archive
