// The document base URL of a page, for programs that show it beside the links.
//
//   std::optional<LinkBase> base;
//   const auto on_links = [&](LinkBlock const& block) {
//     learn_base(base, block);
//     ...
//   };
//   finder.find(source, options, {.links = on_links});
//   if (!base) base = base_without_links(source, options);
//
// Most pages have a link with that base, so that no tree is built for it.
#pragma once

#include <optional>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::html {

/// The document base URL of the page itself, with the page's encoding, found in the links of a
/// block. Null if none has it: style sheets and JSON resolve in UTF-8, and xml:base, frames, base
/// elements and refreshes have base URLs of their own. It lives as long as the block.
LinkBase const* own_base(LinkBlock const& block);

/// Sets `base` to `own_base(block)`, if it is not set yet and the block has one.
void learn_base(std::optional<LinkBase>& base, LinkBlock const& block);

/// The document base URL of a page whose links do not have it; nullopt if its address, or the base
/// URL of its creator or container, is not an absolute URL. A page that may have a base element is
/// scanned for it; the tree is built if the scanner gives the page up.
std::optional<LinkBase> base_without_links(SourceText const& source,
                                           DocumentOptions const& options);

/// The same for a page whose links were not searched: finds them only if the page may have a base
/// element.
std::optional<LinkBase> find_page_base(LinkFinder& finder, SourceText const& source,
                                       DocumentOptions const& options);

}  // namespace hrefkit::html
