// The names of elements that some standard defines.
#pragma once

#include <string_view>
#include <vector>

namespace hrefkit::html {

/// All names of elements of HTML, and those of SVG and MathML that hrefkit has a rule for, in lower
/// case and in no order.
std::vector<std::string_view> element_names();

/// True for one of them, in any ASCII case, and for a name that a custom element can have (HTML
/// Standard 4.13.3: it holds a hyphen).
bool is_element_name(std::string_view name);

}  // namespace hrefkit::html
