// The known names of elements: those of HTML, and those of the link table.
#pragma once

#include <string_view>
#include <vector>

namespace hrefkit::html {

/// All names of elements of HTML, and those that the tables of links have for SVG, MathML, feeds,
/// sitemaps and manifests, in no order.
std::vector<std::string_view> element_names();

/// True for one of them, in any ASCII case, and for a name that a custom element can have (HTML
/// Standard 4.13.3: it holds a hyphen).
bool is_element_name(std::string_view name);

}  // namespace hrefkit::html
