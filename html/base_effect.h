// What an element does about each of its URLs when it is affected by a base URL change (HTML Living
// Standard 2.4.3 and HTML5 (W3C draft) 2.6.5, "Dynamic changes to base URLs").
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

/// What becomes of a URL.
enum class BaseEffect : std::uint8_t {
  hyperlink,  ///< "If the element creates a hyperlink": resolved again, what is shown is updated
  cite,       ///< a quotation's or an edit's `cite`: the same
  none,       ///< "not directly affected": what was fetched stays, a later read gives another URL
  reload,     ///< its element was inserted into another document, which fetches it again
};

/// The name used in output: "hyperlink", "cite", "none", "reload".
std::string_view name(BaseEffect effect);

/// The effect on the URL, or URLs, that stand in `row` of `element`; never `reload`. A link element
/// creates a hyperlink only where its `rel` does. The older standards count the `cite` of section
/// and article, the living one does not, and counts the `ping` of hyperlinks.
BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard);

}  // namespace hrefkit::html
