// Parses HTML with Gumbo into a Document. Only gumbo_adapter.cpp includes gumbo.h.
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"

namespace hrefkit::html {

/// Parses `text` (valid UTF-8, at most 4 GiB) as an HTML document. Every text is legal. The
/// document holds views of `text`. With `scripting`, the content of noscript elements is text (HTML
/// Standard 13.2.6.4.4). A document too deeply nested for a tree is listed flat, and `notes` says
/// so.
Document parse_html(std::string_view text, bool scripting, Notes& notes);

}  // namespace hrefkit::html
