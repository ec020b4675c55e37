// Declarative shadow roots: templates whose content a browser shows (HTML Standard 13.2.6.4.4, "a
// start tag whose tag name is template").
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

inline constexpr std::string_view shadow_root_attribute = "shadowrootmode";

/// True when the parser makes `id`, an element with all its attributes that is its parent's last
/// child, a shadow root of that parent: when it is a template of HTML that says so, and the parent
/// can have one and has none yet (DOM Standard 4.8, "attach a shadow root").
bool becomes_shadow_root(Document const& document, NodeId id);

}  // namespace hrefkit::html
