// The values of feeds and sitemaps in which URLs stand.
#pragma once

#include <span>
#include <vector>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"

namespace hrefkit::html {

/// The rows of feeds and sitemaps, in the order of element namespace, element and attribute.
std::span<LinkRow const> feed_rows();

/// Appends the values of an element of a feed or sitemap that hold links: its attributes in their
/// order, then its text.
void append_feed_values(std::vector<LinkValue>& values, Document const& document, NodeId element);

}  // namespace hrefkit::html
