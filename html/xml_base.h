// xml:base attributes (XML Base, second edition).
#pragma once

#include <optional>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// The attribute of `element` that sets its base URL.
std::optional<Attribute> find_xml_base(Document const& document, NodeId element, XmlBase which);

/// An element with an xml:base, and the base URL of its subtree.
struct BaseScope {
  NodeId element = no_node;
  BaseId base = 0;
  bool usable = true;  ///< false: `base` is the one around it
};

}  // namespace hrefkit::html
