// What the `rel` attribute of a link element makes of its `href`.
#pragma once

#include <string_view>

#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// The kind of a `link` element's href under the value of its `rel`: `stylesheet` when that names a
/// style sheet (an alternate one too), else `resource` when any of its types makes the page fetch
/// or prepare something, else `hyperlink`. Types are separated by ASCII white space and match
/// without regard to ASCII case; a missing `rel` is as an empty one. HTML Standard, "Link types".
LinkKind kind_of_rel(std::string_view rel);

}  // namespace hrefkit::html
