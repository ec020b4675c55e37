#include "hrefkit/html/edit/xml_base_attributes.h"

#include <algorithm>

#include "hrefkit/html/context.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/html/xml_base.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::html {

namespace {

void append_of_context(std::vector<XmlBaseAttribute>& found, ContextTree const& tree,
                       std::size_t index, XmlBase which, ContentType type) {
  Context const& context = tree.contexts()[index];
  Document const& document = context.document;
  auto next = context.scopes.begin();  // they are in the order of the tree
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    BaseScope const* scope = nullptr;
    if (next != context.scopes.end() && next->element == id) scope = &*next++;
    const Node node = document[id];
    if (node.type != NodeType::element || node.inert || node.clone) continue;
    const auto attribute = find_xml_base(document, id, which);
    // What the DTD declares is not written on the tag.
    if (!attribute || attribute->span.begin <= node.source.begin) continue;
    XmlBaseAttribute entry;
    entry.element = node.name;
    entry.value = attribute->value;
    entry.context = tree.path(index);
    if (scope != nullptr && scope->usable) entry.url = tree.base_url(scope->base).url();
    for (const text::Span place :
         attribute_removal(document.text(), node.source, "xml:base", type)) {
      entry.place = tree.to_file(index, place);
      found.push_back(entry);
      entry.is_duplicate = true;
      entry.url.clear();
    }
  }
}

/// FAST: most pages have none. A document in a frame may write it with character references.
bool may_have_xml_base(SourceText const& source) {
  const auto has = [&source](std::string_view name) {
    return text::find_ignoring_ascii_case(source.text, name) != std::string_view::npos;
  };
  return has("xml:base") || has("srcdoc");
}

}  // namespace

std::vector<XmlBaseAttribute> find_xml_bases(SourceText const& source,
                                             DocumentOptions const& options) {
  std::vector<XmlBaseAttribute> found;
  if (options.xml_base == XmlBase::off || !may_have_xml_base(source)) return found;
  Notes notes;
  const ContextTree tree(source, options, notes);
  for (std::size_t i = 0; i < tree.contexts().size(); ++i) {
    const ContentType type = i == 0 ? source.content_type : ContentType::html;
    append_of_context(found, tree, i, options.xml_base, type);
  }
  std::sort(found.begin(), found.end(), [](XmlBaseAttribute const& a, XmlBaseAttribute const& b) {
    return a.place.begin < b.place.begin;
  });
  return found;
}

}  // namespace hrefkit::html
