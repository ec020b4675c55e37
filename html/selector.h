// A way to name elements in a word: `#id`, `element`, `.class`, or an index path such as `0.1.2`.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// The elements of `document`'s tree that `selector` (UTF-8) names, in tree order; those in
/// template content are not found. `#main` is an id, `.note` one of an element's classes; an
/// element's name matches HTML elements without regard to ASCII case. A path counts element
/// children, from the document node on: `0` is the root element, `0.1` its second child. What is
/// none of these names nothing.
std::vector<NodeId> select_elements(Document const& document, std::string_view selector);

}  // namespace hrefkit::html
