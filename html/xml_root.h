// The kind of document in a file of XML, from its root element, or of JSON.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/html/namespace.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::html {

/// The namespace of the root element of the XML document `text` (valid UTF-8), found without
/// parsing the rest: `html` is XHTML, `svg` a picture, and `is_feed` is true for feeds and
/// sitemaps. `none` where there is no root element, or one in no namespace.
Namespace root_namespace_of_xml(std::string_view text);

/// The same for the document of a file: `json_feed` for a JSON Feed, `none` for what is neither
/// that nor XML.
Namespace root_namespace_of(SourceText const& source);

/// True for the index of sitemaps: its links lead to sitemaps.
bool is_sitemap_index(std::string_view text);

/// A root element that is named like one of XHTML or SVG, but is in no namespace.
struct RootWithoutNamespace {
  std::string_view element = {};  ///< "html" or "svg"
  std::string_view missing = {};  ///< the namespace that the documents of this kind are in
};

/// A root element that is named like one of XHTML or SVG, but is in no namespace. nullopt if the
/// document declares a namespace, if its document type declaration has an internal subset, which
/// may declare one, or if the start tag of the root element does not end.
std::optional<RootWithoutNamespace> find_root_without_namespace(std::string_view text);

/// The name, as written, of the root element of an XML document of a kind that no table of links
/// knows, such as "package" of EPUB and "ncx". Empty for XHTML, SVG, MathML, feeds and sitemaps,
/// for the documents of find_root_without_namespace, and if there is no root element. `is_xml`:
/// false for a text that may be something else; only an XML declaration or an unknown namespace
/// then makes it XML.
std::string_view unknown_xml_root(std::string_view text, bool is_xml);

}  // namespace hrefkit::html
