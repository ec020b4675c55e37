// The HTML that feeds hold as text.
#pragma once

#include <cstdint>
#include <vector>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/xml_base.h"

namespace hrefkit::html {

/// A text node of a feed that is HTML, such as `&lt;p>...` in RSS.
struct FeedContent {
  static constexpr std::uint32_t no_scope = UINT32_MAX;

  NodeId text = no_node;
  std::uint32_t scope = no_scope;  ///< the number of the innermost scope that counts
};

/// The texts that are HTML and may hold links, in tree order: text constructs of Atom with that
/// type (RFC 4287, 3.1.1 and 4.1.3), descriptions of RSS 2.0, and the RSS module `content`.
/// `scopes` are those of the document, whose root element is that of a feed.
std::vector<FeedContent> find_feed_contents(Document const& document,
                                            std::vector<BaseScope> const& scopes);

/// True when some element of the document could carry a link: it has an attribute, or is a style
/// element. A feed may hold one text for each 30 of its bytes. Most texts have no links, and their
/// documents are not kept.
bool has_carriers(Document const& document);

}  // namespace hrefkit::html
