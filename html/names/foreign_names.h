// Attributes of foreign elements: HTML Standard 13.2.6.1, "adjust MathML attributes",
// "adjust SVG attributes" and "adjust foreign attributes".
#pragma once

#include <string_view>

#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

/// The local name and the namespace of an attribute.
struct AdjustedName {
  std::string_view name;
  Namespace ns = Namespace::none;
};

/// The adjusted name of the attribute `lower_name`, as the tokenizer has it, of an element of SVG
/// or MathML. The result is a view of `lower_name`, or is static.
AdjustedName adjust_foreign_attribute(std::string_view lower_name, Namespace element);

// SVG's mixed-case element names, which the HTML parser restores (HTML Standard 13.2.6.5, "any
// other start tag").

/// The name in SVG's own spelling for `lower_name` (ASCII lower case), or empty if the name has
/// none. The result is static.
std::string_view svg_tag_name(std::string_view lower_name);

}  // namespace hrefkit::html
