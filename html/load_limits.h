// What may keep browsers from loading a link that leads to the right file. Of a list of URLs, the
// first one decides for all.
#pragma once

#include <string_view>

#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// True for a script, a style sheet or a preload whose start tag `tag`, as written, names hashes:
/// browsers refuse a file whose bytes have another hash (HTML Standard, "integrity"; Subresource
/// Integrity 3.3).
bool names_hash(Link const& link, std::string_view tag);

/// What in the page keeps browsers from loading `link` if page and target are local files, whose
/// origins are opaque: `type="module"`, `crossorigin`, `integrity`, or the element's own name
/// (`track`, `use`). Empty where nothing does. `tag` is the start tag as written. HTML Standard,
/// "fetch a classic script", "fetch a module script graph", "CORS settings attribute", "text track
/// model"; SVG 2, 5.5; the file scheme in Fetch, "scheme fetch".
std::string_view server_requirement(Link const& link, std::string_view tag);

}  // namespace hrefkit::html
