// The root element of an XML document, as far as its namespace goes.
#pragma once

#include <optional>
#include <string_view>

namespace hrefkit::site {

/// A root element that is named like one of XHTML or SVG, but is in no namespace.
struct RootWithoutNamespace {
  std::string_view element;  ///< "html" or "svg"
  std::string_view missing;  ///< the namespace that such a document is in
};

/// Looks at the beginning of an XML text, up to the end of the root's start tag. Nothing where a
/// namespace is declared, where the document type may declare one, or where the text is not XML.
std::optional<RootWithoutNamespace> root_without_namespace(std::string_view text);

}  // namespace hrefkit::site
