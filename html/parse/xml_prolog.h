// What stands before the root element of an XML document, and the root element's start tag.
//
// The document's parser tells neither processing instructions nor, before it builds a tree, what
// kind of document it reads. So the few bytes up to the root element are read by themselves.
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/namespace.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The prolog of a document (XML 1.0, section 2.8).
struct XmlProlog {
  /// What stands between the target `xml-stylesheet` and `?>`, of each such instruction outside of
  /// the document type declaration.
  std::vector<text::Span> stylesheets = {};
  /// The namespace of the root element, as the tree has it; `none` without a root element.
  Namespace root = Namespace::none;
  /// The root element's name with its prefix; empty where its start tag does not end.
  std::string_view root_name = {};
  /// True where the root element declares the namespace of its prefix.
  bool declares_namespace = false;
  /// True where the document type declaration has declarations of its own.
  bool has_internal_subset = false;
};

/// Reads the prolog of `text`. Takes time linear in the prolog's length. Of a prolog that is not
/// well-formed, what stands before the fault is right; the rest may be anything.
XmlProlog read_xml_prolog(std::string_view text);

}  // namespace hrefkit::html
