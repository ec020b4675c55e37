// A document without its tree: for markup that no tree builder can take.
//
// A million elements in one another, or one element with a million attributes, cost Gumbo time that
// grows with the square of their number. Such a document is listed instead: every element that tree
// construction makes (tree_state.h), one below the other in head or body. Which links there are,
// where, and what their base URL is stays right, except for xml:base, which then covers its own
// element only. The content of templates with a `for` attribute goes where their markers are, as in
// a tree (template_patches.h).
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// Whether the content of templates with a `for` attribute goes where their markers are.
enum class Patches : bool { leave, apply };

struct FlatDocument {
  Document document;
  bool leaves_patches = false;  ///< there are such templates, and they stay as they are
};

/// Lists the elements of `text` (valid UTF-8, at most 4 GiB) in one pass, and in another one each
/// where a frameset takes the place of the body and where templates have a `for` attribute. The
/// document holds views of `text`.
FlatDocument parse_html_flat(std::string_view text, bool scripting,
                             Patches patches = Patches::apply);

}  // namespace hrefkit::html
