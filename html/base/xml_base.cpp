#include "hrefkit/html/xml_base.h"

#include <string>

namespace hrefkit::html {

Attribute const* find_xml_base(Document const& document, NodeId element, XmlBase which) {
  if (which == XmlBase::off) return nullptr;
  for (Attribute const& attribute : document.attributes(element)) {
    if (attribute.ns == Namespace::xml && attribute.name == "base") return &attribute;
    if (which == XmlBase::on && attribute.ns == Namespace::none && attribute.name == "xml:base") {
      return &attribute;
    }
  }
  return nullptr;
}

BaseScopes::BaseScopes(Document const& document, XmlBase which, std::uint32_t document_base,
                       std::vector<LinkBase>& bases, Notes& notes)
    : document_base_(document_base) {
  if (which == XmlBase::off) return;
  // Parents come before their children, so one walk hands every scope down.
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Attribute const* declared = find_xml_base(document, id, which);
    if (by_node_.empty()) {
      if (declared == nullptr) continue;
      by_node_.assign(document.size(), document_base);
    }
    const NodeId parent = document[id].parent;
    by_node_[id] = parent == no_node ? document_base : by_node_[parent];
    if (declared == nullptr) continue;
    url::Resolver const& outer = bases[by_node_[id]].resolver;
    const url::ResolveOptions options = outer.options();
    const auto resolved = outer.resolve(declared->value);
    auto inner = resolved ? url::Resolver::with_base(*resolved, options)
                          : tl::make_unexpected(resolved.error());
    if (!inner) {
      notes.push_back({NoteKind::unusable_base,
                       "xml:base '" + std::string(declared->value) +
                           "' does not resolve; the outer base stands",
                       declared->span});
      continue;
    }
    by_node_[id] = static_cast<std::uint32_t>(bases.size());
    bases.push_back({std::move(*inner), BaseSource::xml_base, declared->span});
  }
}

}  // namespace hrefkit::html
