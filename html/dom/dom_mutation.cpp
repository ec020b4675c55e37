// Changes to a document.
//
// The attributes of an element are one range of one array. An attribute that is added to a range
// which has no room moves the range to the array's end, with room for as many again, so that adding
// n attributes costs time and memory in proportion to n, in whatever order elements get them.
#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

std::string_view message(InsertError error) {
  switch (error) {
    case InsertError::hierarchy:
      return "a node cannot be inserted into itself, into what is below it, or into a text";
    case InsertError::not_found:
      return "the node to insert before is no child of the parent";
  }
  return {};
}

NodeId Document::add_detached(Node node) {
  node.detached = true;
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Document::create_element(Namespace ns, std::string_view name) {
  Node node;
  node.ns = ns;
  node.name = keep(std::string(name));
  node.first_attribute = static_cast<std::uint32_t>(attributes_.size());
  return add_detached(node);
}

NodeId Document::create_text(std::string_view value) {
  Node node;
  node.type = NodeType::text;
  node.first_attribute = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back({keep(std::string(value)), {}, nullptr});
  return add_detached(node);
}

Attribute* Document::find_own_attribute(NodeId id, std::string_view name, Namespace ns) {
  return const_cast<Attribute*>(find_attribute(id, name, ns));
}

/// A new last attribute of `element`.
Attribute& Document::add_attribute(NodeId element) {
  Node& node = nodes_[element];
  const std::uint32_t count = node.attribute_count;
  if (count >= node.attribute_room && node.first_attribute + count == attributes_.size()) {
    attributes_.emplace_back();
  } else if (count >= node.attribute_room) {
    const std::size_t moved = attributes_.size();
    node.attribute_room = std::bit_ceil(count + 1);
    attributes_.resize(moved + node.attribute_room);
    std::copy_n(attributes_.begin() + node.first_attribute, count,
                attributes_.begin() + static_cast<std::ptrdiff_t>(moved));
    node.first_attribute = static_cast<std::uint32_t>(moved);
  }
  return attributes_[node.first_attribute + node.attribute_count++];
}

void Document::set_attribute(NodeId element, std::string_view name, std::string_view value,
                             Namespace ns) {
  assert(nodes_[element].type == NodeType::element);
  Attribute* attribute = find_own_attribute(element, name, ns);
  if (attribute == nullptr) {
    const std::string_view kept_name = keep(std::string(name));
    attribute = &add_attribute(element);
    *attribute = {};
    attribute->name = kept_name;
    attribute->ns = ns;
  }
  attribute->value = keep(std::string(value));
  attribute->span = {};
  attribute->map = nullptr;
}

bool Document::remove_attribute(NodeId element, std::string_view name, Namespace ns) {
  Attribute* attribute = find_own_attribute(element, name, ns);
  if (attribute == nullptr) return false;
  Node& node = nodes_[element];
  Attribute* const end = &attributes_[node.first_attribute] + node.attribute_count;
  std::move(attribute + 1, end, attribute);
  node.attribute_room = std::max(node.attribute_room, node.attribute_count);
  --node.attribute_count;
  return true;
}

/// DOM Standard 4.2.3 "ensure pre-insert validity", as far as it is about trees.
tl::expected<void, InsertError> Document::check_insert(NodeId child, NodeId parent,
                                                       NodeId before) const {
  if (nodes_[parent].type == NodeType::text || nodes_[child].type == NodeType::document) {
    return tl::make_unexpected(InsertError::hierarchy);
  }
  // FAST: a node without children holds no other.
  const bool has_children = nodes_[child].first_child != no_node;
  if (child == parent || (has_children && is_within(parent, child))) {
    return tl::make_unexpected(InsertError::hierarchy);
  }
  if (before != no_node && nodes_[before].parent != parent) {
    return tl::make_unexpected(InsertError::not_found);
  }
  return {};
}

void Document::unlink(NodeId id) {
  Node& node = nodes_[id];
  if (node.parent == no_node) return;
  Node& parent = nodes_[node.parent];
  (node.previous == no_node ? parent.first_child : nodes_[node.previous].next) = node.next;
  (node.next == no_node ? parent.last_child : nodes_[node.next].previous) = node.previous;
  node.parent = node.previous = node.next = no_node;
}

void Document::link(NodeId child, NodeId parent, NodeId before) {
  Node& node = nodes_[child];
  Node& above = nodes_[parent];
  node.parent = parent;
  node.next = before;
  node.previous = before == no_node ? above.last_child : nodes_[before].previous;
  (node.previous == no_node ? above.first_child : nodes_[node.previous].next) = child;
  (before == no_node ? above.last_child : nodes_[before].previous) = child;
}

/// Sets `inert`, `in_shadow` and `detached` where `subtree` is now. Below it they depend only on
/// what is there and on what they are for `subtree` itself.
void Document::update_flags(NodeId subtree) {
  const Node old = nodes_[subtree];
  Node& now = nodes_[subtree];
  inherit_flags(now);
  if (old.inert == now.inert && old.in_shadow == now.in_shadow && old.detached == now.detached) {
    return;
  }
  for (NodeId id = next_in_tree(subtree, subtree); id != no_node; id = next_in_tree(id, subtree)) {
    inherit_flags(nodes_[id]);
  }
}

tl::expected<void, InsertError> Document::insert(NodeId child, NodeId parent, NodeId before) {
  if (auto valid = check_insert(child, parent, before); !valid) return valid;
  // DOM Standard 4.2.3 "pre-insert", step 3: before itself is before what follows it.
  if (before == child) before = nodes_[child].next;
  unlink(child);
  link(child, parent, before);
  update_flags(child);
  return {};
}

void Document::remove(NodeId id) {
  if (id == root()) return;
  unlink(id);
  update_flags(id);
}

NodeId Document::import_subtree(Document const& other, NodeId id) {
  assert(&other != this);
  assert(other[id].type != NodeType::document);
  // Nodes are copied in tree order; the copies of the open ancestors stand on a stack.
  const auto first = static_cast<NodeId>(nodes_.size());
  std::vector<std::pair<NodeId, NodeId>> open;  // in `other`, and the copy
  for (NodeId source = id; source != no_node; source = other.next_in_tree(source, id)) {
    while (!open.empty() && open.back().first != other[source].parent) open.pop_back();
    const auto copy = static_cast<NodeId>(nodes_.size());
    copy_node(other, source);
    if (!open.empty()) link(copy, open.back().second, no_node);
    update_flags(copy);
    open.emplace_back(source, copy);
  }
  return first;
}

void Document::copy_node(Document const& other, NodeId id) {
  Node const& source = other[id];
  if (source.type == NodeType::text) {
    create_text(other.text_of(id).value);
    return;
  }
  const NodeId copy = create_element(source.ns, source.name);
  nodes_[copy].clone = source.clone;
  nodes_[copy].is_shadow_root = source.is_shadow_root;
  nodes_[copy].is_shadow_host = source.is_shadow_host;
  for (Attribute const& attribute : other.attributes(id)) {
    Attribute& added = add_attribute(copy);
    added.name = keep(std::string(attribute.name));
    added.value = keep(std::string(attribute.value));
    added.ns = attribute.ns;
  }
}

}  // namespace hrefkit::html
