// All links of one file, by whichever engine.
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/html/context.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/note.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// Hands the links of a document, and of the srcdoc documents in it, to `sink`: in source order,
/// each place in the source once. `text` is the file's text (valid UTF-8, at most 4 GiB), `map`
/// leads from it to the file's bytes (null where they are the same). What there is to say goes to
/// `notes`.
void find_links(std::string_view text, text::SourceMap const* map, DocumentOptions const& options,
                LinkSink const& sink, Notes& notes);

}  // namespace hrefkit::html
