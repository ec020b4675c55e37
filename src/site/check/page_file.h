// A page of the site, opened: its bytes, text and how its links are read.
#pragma once

#include <string>
#include <tl/expected.hpp>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/check/sheet_encodings.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// One page after the other; buffers keep their capacity.
struct PageFile {
  std::uint32_t number = 0;  ///< its place in the site's pages
  std::string bytes;
  std::string buffer;  ///< the text, where it is not the bytes themselves
  html::SourceText source;
  html::DocumentOptions options;
  bool is_svg = false;
  bool is_feed = false;          ///< a feed or a sitemap: data, which no browser shows as a page
  std::string_view binary = {};  ///< what it is where it holds no text, as words after "is"
  bool has_ids = true;           ///< HTML, XHTML or SVG: fragments lead to its ids
  SheetEncodings const* sheets = nullptr;  ///< of style sheets; null: all are UTF-8
  bool waits = false;                      ///< a style sheet whose encoding is not known yet

  /// True when nobody declared the encoding, so that a browser may guess another.
  bool is_undeclared() const { return source.encoding.source == html::EncodingSource::fallback; }

  text::SourceMap const* map() const { return source.map.is_identity() ? nullptr : &source.map; }
};

/// Reads page `number` of the site, or says why it cannot be read. Of a page that is `binary`,
/// nothing else is told.
tl::expected<void, std::string> open_page(Site const& site, std::uint32_t number, PageFile& page);

}  // namespace hrefkit::site
