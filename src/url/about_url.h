// The about: URLs that HTML reserves.
#pragma once

#include <string_view>

namespace hrefkit::url {

/// True for about:legacy-compat and about:srcdoc, which HTML reserves "but unresolvable" (HTML
/// Standard 2.4.1; HTML5 (W3C draft), 2.6.1). `url` is absolute and serialised under any
/// standard, so that its scheme may be in any case. Its fragment does not count.
bool is_reserved_about_url(std::string_view url);

}  // namespace hrefkit::url
