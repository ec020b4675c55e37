// SVG's mixed-case element names, which the HTML parser restores (HTML Standard 13.2.6.5, "any
// other start tag").
#pragma once

#include <string_view>

namespace hrefkit::html {

/// The name in SVG's own spelling for `lower_name` (ASCII lower case), or empty where the name has
/// none. The result lives forever.
std::string_view svg_tag_name(std::string_view lower_name);

}  // namespace hrefkit::html
