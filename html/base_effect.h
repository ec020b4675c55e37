// What an element does about each of its URLs when it is affected by a base URL change (HTML
// Standard 2.4.3 and HTML5 (W3C draft) 2.6.5, "Dynamic changes to base URLs").
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

/// The name used in output: "hyperlink", "cite", "none", "reload".
std::string_view name(BaseEffect effect);

/// The effect on the URL, or URLs, that stand in `row` of `element`; never `reload`. A link element
/// creates a hyperlink only where its `rel` does. The older standards count the `cite` of section
/// and article, the living one does not, and counts the `ping` of hyperlinks.
BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard);

}  // namespace hrefkit::html
