// Changes to a document.
//
// The attributes of an element are one range of one array. An attribute that is added to a range
// without room moves the range to the array's end, with room for as many again, so that adding n
// attributes costs time and memory in proportion to n, in whatever order elements get them.
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
      return "the node to insert before is not a child of the parent";
  }
  return {};
}

NodeId Document::add_detached(NodeRecord node) {
  node.set(Flag::detached, true);
  nodes_.push_back(node);
  return static_cast<NodeId>(nodes_.size() - 1);
}

NodeId Document::create_element(Namespace ns, std::string_view name) {
  NodeRecord node = record_of(NodeType::element, ns);
  node.name = copied_name_id(name);
  node.first_attribute = static_cast<std::uint32_t>(attributes_.size());
  return add_detached(node);
}

NodeId Document::create_text(std::string_view value) {
  NodeRecord node = record_of(NodeType::text, Namespace::none);
  node.first_attribute = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back({keep(std::string(value)), {}, nullptr});
  return add_detached(node);
}

/// The number of attributes for which an element has room where they are now.
std::uint32_t Document::attribute_room(NodeId element) const {
  NodeRecord const& node = nodes_[element];
  if (!node.is(Flag::has_room)) return attribute_count(element);
  return attributes_[node.first_attribute - 1].name;
}

/// Moves an element's attributes to the end of the array, behind a record that notes the room.
void Document::move_attributes(NodeId element, std::uint32_t room) {
  NodeRecord& node = nodes_[element];
  const std::uint32_t count = attribute_count(element);
  AttributeRecord noted;
  noted.name = room;
  attributes_.push_back(noted);
  const auto moved = static_cast<std::uint32_t>(attributes_.size());
  for (std::uint32_t i = 0; i < room; ++i) {
    attributes_.push_back(i < count ? attributes_[node.first_attribute + i] : AttributeRecord());
  }
  node.first_attribute = moved;
  node.set(Flag::has_room, true);
}

/// A new last attribute of `element`. Its strings are copied.
void Document::add_attribute(NodeId element, std::string_view name, Namespace ns,
                             std::string_view value) {
  const std::uint32_t count = attribute_count(element);
  const auto end = static_cast<std::uint32_t>(attributes_.size());
  NodeRecord& node = nodes_[element];
  if (count >= attribute_room(element)) {
    if (count == 0) {
      node.first_attribute = end;
      node.set(Flag::has_room, false);
    }
    if (!node.is(Flag::has_room) && node.first_attribute + count == end) {
      attributes_.push_back({});
    } else {
      move_attributes(element, std::bit_ceil(count + 1));
    }
  }
  set_attribute_count(element, count + 1);
  AttributeRecord& added = attributes_[node.first_attribute + count];
  added.name = copied_name_id(name);
  added.ns = ns;
  set_value(added, {keep(std::string(value)), {}, nullptr});
}

void Document::set_attribute(NodeId element, std::string_view name, std::string_view value,
                             Namespace ns) {
  assert(nodes_[element].type() == NodeType::element);
  const std::uint32_t index = find_attribute_index(element, name, ns);
  if (index == no_attribute) return add_attribute(element, name, ns, value);
  set_value(attributes_[index], {keep(std::string(value)), {}, nullptr});
}

bool Document::remove_attribute(NodeId element, std::string_view name, Namespace ns) {
  const std::uint32_t index = find_attribute_index(element, name, ns);
  if (index == no_attribute) return false;
  const std::uint32_t count = attribute_count(element);
  const std::uint32_t last = nodes_[element].first_attribute + count - 1;
  for (std::uint32_t i = index; i < last; ++i) attributes_[i] = attributes_[i + 1];
  set_attribute_count(element, count - 1);
  return true;
}

/// DOM Standard 4.2.3 "ensure pre-insert validity", as far as it is about trees.
tl::expected<void, InsertError> Document::check_insert(NodeId child, NodeId parent,
                                                       NodeId before) const {
  const bool takes_children = nodes_[parent].type() <= NodeType::element;
  if (!takes_children || nodes_[child].type() == NodeType::document) {
    return tl::make_unexpected(InsertError::hierarchy);
  }
  // FAST: a node without children cannot hold another.
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
  NodeRecord& node = nodes_[id];
  if (node.parent == no_node) return;
  NodeRecord& parent = nodes_[node.parent];
  const NodeId first = parent.first_child;
  if (first == id) {
    parent.first_child = node.next;
  } else {
    nodes_[node.previous].next = node.next;
  }
  const NodeId new_first = first == id ? node.next : first;
  if (node.next != no_node) {
    nodes_[node.next].previous = node.previous;
  } else if (new_first != no_node) {
    nodes_[new_first].previous = node.previous;
  }
  node.parent = node.previous = node.next = no_node;
}

void Document::link(NodeId child, NodeId parent, NodeId before) {
  NodeRecord& node = nodes_[child];
  const NodeId first = nodes_[parent].first_child;
  const NodeId last = last_child(nodes_[parent]);
  node.parent = parent;
  node.next = before;
  const bool becomes_first = before == first;  // also where there is no child yet
  if (becomes_first) {
    nodes_[parent].first_child = child;
    node.previous = last == no_node ? child : last;
  } else {
    node.previous = before == no_node ? last : nodes_[before].previous;
    nodes_[node.previous].next = child;
  }
  if (before != no_node) {
    nodes_[before].previous = child;
  } else {
    nodes_[nodes_[parent].first_child].previous = child;
  }
}

/// Sets `inert`, `in_shadow` and `detached` where `subtree` is now. Below it they depend only on
/// what is there and on what they are for `subtree` itself.
void Document::update_flags(NodeId subtree) {
  const std::uint16_t old = nodes_[subtree].flags_and_kind;
  inherit_flags(nodes_[subtree]);
  if (old == nodes_[subtree].flags_and_kind) return;
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
  const Node source = other[id];
  if (source.type == NodeType::text) {
    create_text(other.text_of(id).value);
    return;
  }
  if (source.type == NodeType::instruction) {
    add_detached(record_of(NodeType::instruction, Namespace::none));
    return;
  }
  const NodeId copy = create_element(source.ns, source.name);
  nodes_[copy].set(Flag::clone, source.clone);
  nodes_[copy].set(Flag::is_shadow_root, source.is_shadow_root);
  nodes_[copy].set(Flag::is_shadow_host, source.is_shadow_host);
  for (const Attribute attribute : other.attributes(id)) {
    add_attribute(copy, attribute.name, attribute.ns, attribute.value);
  }
}

}  // namespace hrefkit::html
