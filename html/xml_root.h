// What kind of document an XML file holds.
#pragma once

#include <string_view>

#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

/// The namespace of the root element of the XML document `text` (valid UTF-8), found without
/// reading on: `html` is XHTML, `svg` a picture, and `is_feed` tells feeds and sitemaps. `none`
/// where there is no root element, or one in no namespace.
Namespace root_namespace_of_xml(std::string_view text);

}  // namespace hrefkit::html
