#include "hrefkit/html/selector.h"

#include <charconv>
#include <string>

#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// Selectors see elements of the document tree.
bool can_be_named(Node const& node) {
  return node.type == NodeType::element && !node.is_apart();
}

bool is_path(std::string_view selector) {
  return !selector.empty() && selector.find_first_not_of("0123456789.") == std::string_view::npos &&
         selector.front() != '.' && selector.back() != '.' &&
         selector.find("..") == std::string_view::npos;
}

/// The `index`th element child, or none.
NodeId element_child(Document const& document, NodeId parent, std::size_t index) {
  for (NodeId id = document[parent].first_child; id != no_node; id = document[id].next) {
    if (!can_be_named(document[id])) continue;
    if (index-- == 0) return id;
  }
  return no_node;
}

NodeId follow_path(Document const& document, std::string_view path) {
  NodeId id = document.root();
  while (id != no_node && !path.empty()) {
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), index);
    if (error != std::errc()) return no_node;
    path.remove_prefix(static_cast<std::size_t>(end - path.data()));
    if (!path.empty()) path.remove_prefix(1);
    id = element_child(document, id, index);
  }
  return id;
}

bool has_class(Document const& document, NodeId id, std::string_view name) {
  const auto classes = document.find_attribute(id, "class");
  if (!classes) return false;
  SpaceList list(classes->value);
  while (const auto item = list.next()) {
    if (item->in(classes->value) == name) return true;
  }
  return false;
}

bool has_id(Document const& document, NodeId id, std::string_view value) {
  const auto attribute = document.find_attribute(id, "id");
  return attribute && !value.empty() && attribute->value == value;
}

bool has_name(Document const& document, NodeId id, std::string_view name) {
  Node const& node = document[id];
  return node.name == name ||
         (node.ns == Namespace::html && node.name == text::to_ascii_lower(name));
}

}  // namespace

std::vector<NodeId> select_elements(Document const& document, std::string_view selector) {
  if (is_path(selector)) {
    const NodeId found = follow_path(document, selector);
    return found == no_node ? std::vector<NodeId>() : std::vector<NodeId>{found};
  }
  const auto matches = [&](NodeId id) {
    if (selector.starts_with('#')) return has_id(document, id, selector.substr(1));
    if (selector.starts_with('.')) return has_class(document, id, selector.substr(1));
    return has_name(document, id, selector);
  };
  std::vector<NodeId> found;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    if (can_be_named(node) && matches(id)) found.push_back(id);
  }
  return found;
}

}  // namespace hrefkit::html
