// Links from a tree of documents: the engine that judges.
//
// A walk over each document notes the places of the values that hold links: 32 bytes a value. The
// places of all documents are put in the order of the source. Then the values are read one after
// the other, and their links are handed out in blocks, so that memory does not grow with the links.
#pragma once

#include "hrefkit/html/context.h"
#include "hrefkit/html/link_sink.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// Hands the links of the file's documents to `sink`. `map` leads from the file's text to its
/// bytes; null where they are the same. Their URLs count in `budget`.
Flow give_dom_links(ContextTree const& tree, text::SourceMap const* map,
                    DocumentOptions const& options, LinkSink const& sink, UrlBudget& budget);

}  // namespace hrefkit::html
