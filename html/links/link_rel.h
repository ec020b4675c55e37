// The kind that the `rel` attribute of a link element gives to its `href`.
#pragma once

#include <string_view>

#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// The kind of a `link` element's href under the value of its `rel`: `stylesheet` where it names a
/// style sheet (an alternate one too), else `resource` where one of its types makes the page fetch
/// or prepare something, else `hyperlink`. ASCII white space separates types, and ASCII case does
/// not count. A missing `rel` means the same as an empty one. HTML Standard, "Link types".
LinkKind kind_of_rel(std::string_view rel);

/// The same for a link of Atom, which has one relation (RFC 4287, 4.2.7.2): an enclosure is media.
LinkKind kind_of_feed_rel(std::string_view rel);

}  // namespace hrefkit::html
