#include "hrefkit/html/anchor.h"

#include <algorithm>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

std::vector<Anchor> find_anchors(Document const& document) {
  std::vector<Anchor> anchors;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    if (node.type != NodeType::element || node.clone || node.is_apart()) continue;
    const bool is_a = document.is_html(id, "a");
    for (Attribute const& attribute : document.attributes(id)) {
      if (attribute.ns != Namespace::none) continue;
      if (attribute.name == "id" || (is_a && attribute.name == "name")) {
        anchors.push_back({attribute.value, attribute.span});
      }
    }
  }
  std::stable_sort(anchors.begin(), anchors.end(),
                   [](Anchor const& a, Anchor const& b) { return a.span.begin < b.span.begin; });
  return anchors;
}

}  // namespace hrefkit::html
