// The links of a style sheet that is a file of its own.
#pragma once

#include "hrefkit/html/formats/link_writer.h"

namespace hrefkit::html {

/// Hands out the URLs of `url()` and `@import` (css_urls.h), counted like those of a style element.
/// The base URL is the style sheet's own address (CSS Values 4, 4.5, "the base URL of the style
/// sheet"); a fragment alone leads into the document that uses the style sheet, and is local.
Flow give_sheet_links(LinkSource const& source);

}  // namespace hrefkit::html
