// What kind of document a file holds.
#pragma once

#include <cstdint>

namespace hrefkit::html {

/// Which parser a document is for, and which rules tell its encoding.
enum class ContentType : std::uint8_t {
  html,
  xml,       ///< XHTML, SVG, Atom, RSS, sitemaps: the root element tells which
  css,       ///< a style sheet of its own
  manifest,  ///< a web app manifest, which is JSON
};

}  // namespace hrefkit::html
