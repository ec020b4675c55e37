// Fragment-escape, by which HTML5 writes a string into a fragment.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::url {

/// "Fragment-escape" (W3C HTML5 drafts, 2.6.4): percent-encodes the ASCII characters that RFC
/// 3986's `fragment` does not allow as they are. All others stay, those past ASCII too.
std::string fragment_escape(std::string_view text);

}  // namespace hrefkit::url
