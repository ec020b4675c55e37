// The document base URL of a page, for formats that show it and look for links themselves.
#pragma once

#include <optional>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/find_links.h"

namespace hrefkit::archive {

/// The document base URL as the links of a block tell it; null where none of them is resolved by
/// it: style sheets may have another, and so have frames.
html::LinkBase const* own_base(html::LinkBlock const& block);

/// The document base URL, with the page's encoding; nothing where the document's address is not an
/// absolute URL. A page without anything that looks like a base element is not parsed.
std::optional<html::LinkBase> find_page_base(html::LinkFinder& finder,
                                             html::SourceText const& source,
                                             html::DocumentOptions const& options);

}  // namespace hrefkit::archive
