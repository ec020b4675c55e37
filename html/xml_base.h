// xml:base scopes: the base URL of each element (XML Base, second edition, section 4).
#pragma once

#include <cstdint>
#include <vector>

#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_base.h"
#include "hrefkit/html/note.h"

namespace hrefkit::html {

/// The attribute of `element` that sets its base URL, or null.
Attribute const* find_xml_base(Document const& document, NodeId element, XmlBase which);

/// Which base URL is in force at each node of one document.
class BaseScopes {
 public:
  /// Appends the scopes of `document` to `bases`, of which `document_base` is the one outside all
  /// scopes. An unusable value leaves the outer base in force, and a note. Spans in the notes and
  /// bases count in the document's own text.
  BaseScopes(Document const& document, XmlBase which, std::uint32_t document_base,
             std::vector<LinkBase>& bases, Notes& notes);

  /// The index in `bases` of the base URL of a node.
  std::uint32_t at(NodeId node) const { return by_node_.empty() ? document_base_ : by_node_[node]; }

 private:
  std::uint32_t document_base_;
  std::vector<std::uint32_t> by_node_;  // empty where there are no scopes
};

}  // namespace hrefkit::html
