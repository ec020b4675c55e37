// A document as a list of elements, for markup that is too costly for a tree builder.
//
// A million nested elements, or one element with a million attributes, cost Gumbo quadratic time.
// Such a document is listed instead: every element that tree construction makes (tree_state.h), as
// siblings in head or body. The links, their places and their base URLs stay right, except for
// xml:base, which then applies to its own element only. The content of templates with a `for`
// attribute replaces their markers, as in a tree (template_patches.h).
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// Whether the content of templates with a `for` attribute replaces their markers.
enum class Patches : bool { leave, apply };

struct FlatDocument {
  Document document;
  bool leaves_patches = false;  ///< there are such templates, and they were not applied
};

/// Lists the elements of `text` (valid UTF-8, at most 4 GiB) in one pass, and one more pass each if
/// a frameset replaces the body and if templates have a `for` attribute. The document holds views
/// of `text`.
FlatDocument parse_html_flat(std::string_view text, bool scripting,
                             Patches patches = Patches::apply);

}  // namespace hrefkit::html
