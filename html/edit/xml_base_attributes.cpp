#include "hrefkit/html/edit/xml_base_attributes.h"

#include <algorithm>

#include "hrefkit/html/context.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/html/xml_base.h"

namespace hrefkit::html {

namespace {

void append_of_context(std::vector<XmlBaseAttribute>& found, ContextTree const& tree,
                       std::size_t index, XmlBase which) {
  Context const& context = tree.contexts()[index];
  Document const& document = context.document;
  auto next = context.scopes.begin();  // they are in the order of the tree
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    BaseScope const* scope = nullptr;
    if (next != context.scopes.end() && next->element == id) scope = &*next++;
    const Node node = document[id];
    if (node.type != NodeType::element || node.inert || node.clone) continue;
    const auto attribute = find_xml_base(document, id, which);
    if (!attribute || attribute->span.empty() || attribute->span.begin <= node.source.begin)
      continue;
    const text::Span whole = attribute_at(document.text(), attribute->span);
    XmlBaseAttribute& entry = found.emplace_back();
    entry.place = tree.to_file(index, whole);
    entry.element = node.name;
    entry.value = attribute->value;
    entry.context = tree.path(index);
    if (scope != nullptr && scope->usable) entry.url = tree.base_url(scope->base).url();
  }
}

}  // namespace

std::vector<XmlBaseAttribute> find_xml_bases(SourceText const& source,
                                             DocumentOptions const& options) {
  std::vector<XmlBaseAttribute> found;
  if (options.xml_base == XmlBase::off || source.text.find("xml:base") == std::string_view::npos) {
    return found;  // FAST: most pages have none
  }
  Notes notes;
  const ContextTree tree(source, options, notes);
  for (std::size_t i = 0; i < tree.contexts().size(); ++i) {
    append_of_context(found, tree, i, options.xml_base);
  }
  std::sort(found.begin(), found.end(), [](XmlBaseAttribute const& a, XmlBaseAttribute const& b) {
    return a.place.begin < b.place.begin;
  });
  return found;
}

}  // namespace hrefkit::html
