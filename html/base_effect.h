// What an element does about each of its URLs when it is affected by a base URL change (seeds 000,
// 001 and 002, "Dynamic changes to base URLs"; HTML Standard 2.4.3).
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
};

/// The name used in output: "hyperlink", "cite", "none".
std::string_view name(BaseEffect effect);

/// The effect on the URL, or URLs, that stand in `row` of `element`. The older standards count the
/// `cite` of section and article, the living one does not, and counts the `ping` of hyperlinks.
BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard);

}  // namespace hrefkit::html
