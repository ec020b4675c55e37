// Links from a tree of documents: the engine that judges.
//
// A walk over each document: its base, xml:base scopes, the attributes that the link table knows,
// the candidates in their values. All contexts' links are then put in the order of the source.
#pragma once

#include <string_view>

#include "hrefkit/html/context.h"
#include "hrefkit/html/link.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// Hands the links of the file's documents to `sink`, in one block. `map` leads from the file's
/// text to its bytes; null where they are the same.
void find_dom_links(ContextTree const& tree, text::SourceMap const* map,
                    DocumentOptions const& options, LinkSink const& sink);

}  // namespace hrefkit::html
