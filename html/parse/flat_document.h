// A document without its tree: for markup that no tree builder can take.
//
// A million elements in one another, or one element with a million attributes, cost Gumbo time that
// grows with the square of their number. Such a document is listed instead: every element that tree
// construction makes (tree_state.h), one below the other in head or body. Which links there are,
// where, and what their base URL is stays right, except for xml:base, which then covers its own
// element only.
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// Lists the elements of `text` (valid UTF-8, at most 4 GiB) in one pass, or in two where a
/// frameset takes the place of the body. The document holds views of `text`.
Document parse_html_flat(std::string_view text, bool scripting);

}  // namespace hrefkit::html
