// What browsers fetch again when an element is inserted into another document.
#pragma once

#include <vector>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_table.h"

namespace hrefkit::html {

/// True when inserting `element` of `document` makes a browser fetch the URLs in `row`, whether or
/// not it did so before: images, frames, objects, style sheets and what they name. Scripts run
/// once, and media elements keep what they have loaded. The caller leaves out references to the
/// document itself. HTML Standard 4.2.4.3 (link), 4.2.6 (style), 4.8.3 (img: adopting
/// steps), 4.8.5 to 4.8.7 (iframe, embed, object), 4.8.8 (poster); SVG 2, the use element.
bool is_fetched_on_insertion(Document const& document, NodeId element, LinkRow const& row);

/// The images that load again when the source element `element` leaves its picture, whether or not
/// their URL is another one: those behind it. None for other elements. HTML Standard 4.8.4.3.2,
/// "Reacting to DOM mutations".
std::vector<NodeId> images_behind_source(Document const& document, NodeId element);

}  // namespace hrefkit::html
