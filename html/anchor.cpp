#include "hrefkit/html/anchor.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

std::vector<Anchor> find_anchors(Document const& document, std::span<Surroundings const> around) {
  std::vector<Anchor> anchors;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    if (node.type != NodeType::element || node.clone || node.is_apart()) continue;
    const bool is_ignored = !around.empty() && around[id].has(Around::ignored);
    const bool is_a = document.is_html(id, "a");
    bool is_second = false;
    for (Attribute const& attribute : document.attributes(id)) {
      if (attribute.ns != Namespace::none) continue;
      if (attribute.name == "id" || (is_a && attribute.name == "name")) {
        anchors.push_back({attribute.value, attribute.span, node.name, attribute.name == "id",
                           is_second, is_ignored});
        is_second = true;
      }
    }
  }
  std::stable_sort(anchors.begin(), anchors.end(),
                   [](Anchor const& a, Anchor const& b) { return a.span.begin < b.span.begin; });
  return anchors;
}

namespace {

bool may_ask(Document const& document, NodeId id) {
  return document.is_html(id, "img") || document.is_html(id, "input") ||
         document.is_html(id, "object");
}

}  // namespace

std::optional<std::string_view> image_map_name(std::string_view usemap) {
  const std::size_t hash = usemap.find('#');
  if (hash == std::string_view::npos || hash + 1 == usemap.size()) return std::nullopt;
  return usemap.substr(hash + 1);
}

std::vector<ImageMapName> find_image_maps(Document const& document,
                                          std::span<Surroundings const> around) {
  std::vector<ImageMapName> names;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    if (node.type != NodeType::element || node.clone || node.is_apart()) continue;
    const bool is_map = document.is_html(id, "map");
    const bool asks = may_ask(document, id);
    if (!is_map && !asks) continue;
    const bool is_ignored = !around.empty() && around[id].has(Around::ignored);
    for (Attribute const& attribute : document.attributes(id)) {
      if (attribute.ns != Namespace::none) continue;
      const bool is_name = is_map && (attribute.name == "name" || attribute.name == "id");
      if (is_name || (asks && attribute.name == "usemap")) {
        names.push_back({attribute.value, attribute.span, node.name, 0, asks, is_ignored});
      }
    }
  }
  std::stable_sort(names.begin(), names.end(), [](ImageMapName const& a, ImageMapName const& b) {
    return a.span.begin < b.span.begin;
  });
  return names;
}

}  // namespace hrefkit::html
