// What kind of document a file holds.
#pragma once

#include <cstdint>

namespace hrefkit::html {

/// The parser of a document, and the rules that find its encoding.
enum class ContentType : std::uint8_t {
  html,
  xml,     ///< XHTML, SVG, Atom, RSS, sitemaps, OpenSearch: distinguished by the root element
  css,     ///< a style sheet of its own
  json,    ///< a JSON Feed, which says so, or a web app manifest
  text,    ///< a text file for programs, such as robots.txt (text_urls.h)
  script,  ///< JavaScript (script_urls.h)
};

}  // namespace hrefkit::html
