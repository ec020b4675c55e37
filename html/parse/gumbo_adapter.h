// HTML through Gumbo into our own document. The only file that knows gumbo.h is gumbo_adapter.cpp.
#pragma once

#include <string_view>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"

namespace hrefkit::html {

/// How HTML is read.
struct HtmlParseOptions {
  /// With scripting, the content of noscript elements is text (HTML Standard 13.2.6.4.4).
  bool scripting = false;
};

/// Parses `text` (valid UTF-8, at most 4 GiB) as an HTML document. Every text is legal. The
/// document holds views of `text`. A document too deeply nested for a tree is listed flat, and
/// `notes` says so.
Document parse_html(std::string_view text, HtmlParseOptions options, Notes& notes);

}  // namespace hrefkit::html
