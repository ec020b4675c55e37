// What counts as a link in a document, and as a base URL.
#pragma once

#include <cstdint>

namespace hrefkit::html {

class ExtraAttributes;  // extra_attributes.h

/// Whether xml:base attributes count.
enum class XmlBase : std::uint8_t {
  on,          ///< wherever they are written, on HTML elements too
  namespaced,  ///< where the parser puts them into the XML namespace
  off,         ///< nowhere, as browsers do today
  automatic,  ///< `on` in documents that browsers do not show, such as feeds; `off` in HTML, XHTML,
              ///< SVG and MathML
  unspecified,  ///< the default of the task: `on` to find links, bases and effects; `automatic`
                ///< to rewrite
};

/// What relative references in the HTML of a feed's items are relative to, where no xml:base says
/// it.
enum class FeedBase : std::uint8_t {
  feed,  ///< the address of the feed (RFC 4287, 2; RFC 3986, 5.1.3)
  item,  ///< the link of the item, as Newsboat, FreshRSS (SimplePie) and Miniflux read them
};

/// URLs that are links only on request.
struct AlsoFind {
  bool meta = false;               ///< URLs in meta elements: social cards and the like
  bool page_address = false;       ///< of these, `og:url` and `twitter:url` alone
  bool json_ld = false;            ///< URLs in JSON-LD scripts
  bool import_map = false;         ///< addresses in import maps
  bool import_map_keys = false;    ///< for a rewrite: of these also keys and scopes that are URLs
  bool speculation_rules = false;  ///< URLs in speculation rules
  bool scripts = false;  ///< what scripts name (script_urls.h), and the source maps of style sheets
  /// For a rewrite, which leaves them: what `meta` has, unless that is set, and `src`, `srcset`,
  /// `href` and `poster` in custom elements, unless `attributes` has them.
  bool unwritten = false;
  /// Attributes besides those of the link table; null: none. They must outlive the links that are
  /// found.
  ExtraAttributes const* attributes = nullptr;
  /// Report empty values, or white space, that are no links otherwise: `action` and `formaction`
  /// (the form goes to its own document, whatever the base URL is), and `url()` in CSS, which has
  /// no URL then.
  bool empty_values = false;
};

}  // namespace hrefkit::html
