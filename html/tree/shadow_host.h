// Which elements can have a declarative shadow root.
#pragma once

#include <string_view>

namespace hrefkit::html {

/// True for an HTML element of that name, as written in its tag: DOM Standard 4.8, "valid
/// shadow host name".
bool is_shadow_host_name(std::string_view written);

}  // namespace hrefkit::html
