// What may keep browsers from loading a link that leads to the right file. Of a list of URLs, the
// first one decides for all.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/html/element_view.h"
#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// The hashes that the element of a script, a style sheet or a preload names: browsers refuse a
/// file whose bytes have another hash (HTML Standard, "integrity"; Subresource Integrity 3.3).
/// Empty where it names none.
std::string integrity_of(Link const& link, ElementView const& element);

/// What in the page keeps browsers from loading `link` if page and target are local files, whose
/// origins are opaque: `type="module"`, `crossorigin`, `integrity`, or the element's own name
/// (`track`, `use`). Empty where nothing does. HTML Standard, "fetch a classic script", "fetch a
/// module script graph", "CORS settings attribute", "text track model"; SVG 2, 5.5; the file scheme
/// in Fetch, "scheme fetch".
std::string_view server_requirement(Link const& link, ElementView const& element);

}  // namespace hrefkit::html
