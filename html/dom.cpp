#include "hrefkit/html/dom.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "hrefkit/text/hash.h"

namespace hrefkit::html {

// Changes to a document.
//
// The attributes of an element are one range of one array. Adding an attribute to a full range
// moves the range to the end of the array, with room for as many again, so that adding n attributes
// costs time and memory in proportion to n, whatever the order of the elements.

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

/// Updates `inert`, `in_shadow` and `detached` after `subtree` was moved. Below it they depend only
/// on the subtree and on the flags of `subtree` itself.
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
  // Nodes are copied in tree order; the copies of the open ancestors are on a stack.
  const auto first = static_cast<NodeId>(nodes_.size());
  std::vector<std::pair<NodeId, NodeId>> open;  // in `other`, and the copy
  for (NodeId source = id; source != no_node; source = other.next_in_tree(source, id)) {
    while (!open.empty() && open.back().first != other[source].parent) open.pop_back();
    const auto copy = static_cast<NodeId>(nodes_.size());
    copy_node(other, source);
    // The copy has no place in this text: it sorts behind all nodes that have one.
    nodes_[copy].source = text::make_span(text_.size(), text_.size());
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

Document::Document(std::string_view text) : text_(text), names_{std::string_view()} {
  nodes_.push_back(record_of(NodeType::document, Namespace::none));
}

Document::NodeRecord Document::record_of(NodeType type, Namespace ns) {
  NodeRecord record;
  record.flags_and_kind = static_cast<std::uint16_t>(static_cast<unsigned>(type) << type_shift |
                                                     static_cast<unsigned>(ns) << ns_shift);
  return record;
}

Namespace root_namespace(Document const& document) {
  NodeId id = document[document.root()].first_child;
  while (id != no_node && document[id].type != NodeType::element) id = document[id].next;
  return id == no_node ? Namespace::none : document[id].ns;
}

// Attributes.

std::uint32_t Document::attribute_count(NodeId id) const {
  NodeRecord const& node = nodes_[id];
  return node.attribute_count == many_attributes ? large_counts_.at(id) : node.attribute_count;
}

void Document::set_attribute_count(NodeId id, std::uint32_t count) {
  if (count < many_attributes) {
    nodes_[id].attribute_count = static_cast<std::uint16_t>(count);
  } else {
    nodes_[id].attribute_count = many_attributes;
    large_counts_[id] = count;
  }
}

AttributeList Document::attributes(NodeId id) const& {
  NodeRecord const& node = nodes_[id];
  if (node.type() != NodeType::element) return {*this, 0, 0};
  return {*this, node.first_attribute, attribute_count(id)};
}

/// The number of an attribute, or `no_attribute`.
std::uint32_t Document::find_attribute_index(NodeId id, std::string_view name, Namespace ns) const {
  NodeRecord const& node = nodes_[id];
  if (node.type() != NodeType::element) return no_attribute;
  const std::uint32_t end = node.first_attribute + attribute_count(id);
  for (std::uint32_t i = node.first_attribute; i < end; ++i) {
    AttributeRecord const& attribute = attributes_[i];
    if (attribute.ns == ns && names_[attribute.name] == name) return i;
  }
  return no_attribute;
}

std::optional<Attribute> Document::find_attribute(NodeId id, std::string_view name,
                                                  Namespace ns) const& {
  const std::uint32_t index = find_attribute_index(id, name, ns);
  if (index == no_attribute) return std::nullopt;
  return attribute_at(index);
}

/// Stores a value: as its place in the source, if the source has it unchanged.
void Document::set_value(AttributeRecord& record, SourcedString const& value) {
  record.span = value.span;
  record.kept = 0;
  if (value.map == nullptr && value.value == value.span.in(text_)) return;
  kept_values_.push_back({value.value, value.map});
  record.kept = static_cast<std::uint32_t>(kept_values_.size());
}

// Tree.

bool Document::is_html(NodeId id, std::string_view name) const {
  NodeRecord const& node = nodes_[id];
  return node.type() == NodeType::element && node.ns() == Namespace::html &&
         names_[node.name] == name;
}

NodeId Document::next_in_tree(NodeId id, NodeId within) const {
  if (nodes_[id].first_child != no_node) return nodes_[id].first_child;
  while (id != within && id != no_node) {
    NodeRecord const& node = nodes_[id];
    if (node.next != no_node) return node.next;
    id = node.parent;
  }
  return no_node;
}

bool Document::is_within(NodeId id, NodeId ancestor) const {
  while (id != ancestor && id != no_node) id = nodes_[id].parent;
  return id == ancestor;
}

TemplatePatch const* Document::patch_of(NodeId id) const& {
  const auto behind =
      std::partition_point(patches_.begin(), patches_.end(),
                           [id](TemplatePatch const& patch) { return patch.element < id; });
  if (behind == patches_.begin()) return nullptr;
  auto number = static_cast<std::size_t>(behind - patches_.begin() - 1);
  while (number < patches_.size() && id > patches_[number].last) number = patches_[number].outer;
  return number < patches_.size() ? &patches_[number] : nullptr;
}

/// Sets the flags that depend on a node's parent.
void Document::inherit_flags(NodeRecord& node) const {
  const bool is_root = node.is(Flag::is_shadow_root);
  if (node.parent == no_node) {
    node.set(Flag::inert, false);
    node.set(Flag::in_shadow, is_root);
    node.set(Flag::detached, true);
    return;
  }
  NodeRecord const& above = nodes_[node.parent];
  const bool in_template = is_html(node.parent, "template") && !above.is(Flag::is_shadow_root);
  node.set(Flag::inert, above.is(Flag::inert) || in_template);
  node.set(Flag::in_shadow, above.is(Flag::in_shadow) || is_root);
  node.set(Flag::detached, above.is(Flag::detached));
}

void Document::mark_shadow_root(NodeId id) {
  nodes_[id].set(Flag::is_shadow_root, true);
  nodes_[id].set(Flag::in_shadow, true);
  nodes_[nodes_[id].parent].set(Flag::is_shadow_host, true);
}

// Building.

NodeId Document::append_node(NodeId parent, NodeRecord node) {
  const auto id = static_cast<NodeId>(nodes_.size());
  node.parent = parent;
  inherit_flags(node);
  nodes_.push_back(node);
  link(id, parent, no_node);
  return id;
}

NodeId Document::append_element(NodeId parent, Namespace ns, std::string_view name,
                                text::Span source) {
  NodeRecord node = record_of(NodeType::element, ns);
  node.name = name_id(name);
  node.source = source;
  node.first_attribute = static_cast<std::uint32_t>(attributes_.size());
  return append_node(parent, node);
}

void Document::append_attribute(Attribute const& attribute) {
  AttributeRecord& record = attributes_.push_back({});
  record.name = name_id(attribute.name);
  record.ns = attribute.ns;
  set_value(record, attribute);
  const auto last = static_cast<NodeId>(nodes_.size() - 1);
  set_attribute_count(last, attribute_count(last) + 1);
}

NodeId Document::append_text(NodeId parent, SourcedString text) {
  NodeRecord node = record_of(NodeType::text, Namespace::none);
  node.source = text.span;
  node.first_attribute = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back(text);
  return append_node(parent, node);
}

NodeId Document::append_instruction(NodeId parent, text::Span source) {
  NodeRecord node = record_of(NodeType::instruction, Namespace::none);
  node.source = source;
  return append_node(parent, node);
}

// Names: an open hash table of their numbers.

std::size_t Document::find_name_slot(std::string_view name) const {
  const std::size_t mask = name_slots_.size() - 1;
  std::size_t slot = text::SeededHasher()(name) & mask;
  while (name_slots_[slot] != 0 && names_[name_slots_[slot] - 1] != name) slot = (slot + 1) & mask;
  return slot;
}

void Document::grow_name_slots() {
  constexpr std::size_t fewest = 16;
  name_slots_.assign(name_slots_.empty() ? fewest : 2 * name_slots_.size(), 0);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    name_slots_[find_name_slot(names_[i])] = static_cast<std::uint32_t>(i + 1);
  }
}

/// The number of a name that lives as long as the document.
std::uint32_t Document::name_id(std::string_view name) {
  if (2 * names_.size() >= name_slots_.size()) grow_name_slots();
  std::uint32_t& slot = name_slots_[find_name_slot(name)];
  if (slot == 0) {
    names_.push_back(name);
    slot = static_cast<std::uint32_t>(names_.size());
  }
  return slot - 1;
}

/// The number of a name, which is copied when it is new.
std::uint32_t Document::copied_name_id(std::string_view name) {
  const std::size_t known = names_.size();
  const std::uint32_t id = name_id(name);
  if (names_.size() != known) names_[id] = keep(std::string(name));
  return id;
}

// Strings.

std::string_view Document::keep(std::string text) {
  constexpr std::size_t long_string = 256;
  constexpr std::size_t max_block = std::size_t{64} << 10;
  if (text.size() >= long_string) {
    text.shrink_to_fit();
    return string_blocks_.emplace_back(std::move(text));
  }
  const bool fits =
      open_block_ < string_blocks_.size() &&
      string_blocks_[open_block_].capacity() - string_blocks_[open_block_].size() >= text.size();
  if (!fits) {
    const std::size_t last =
        open_block_ < string_blocks_.size() ? string_blocks_[open_block_].capacity() : 0;
    open_block_ = string_blocks_.size();
    string_blocks_.emplace_back().reserve(std::min(max_block, std::max(2 * last, long_string)));
  }
  std::string& block = string_blocks_[open_block_];
  const std::size_t begin = block.size();
  block += text;
  return std::string_view(block).substr(begin);
}

text::SourceMap const* Document::keep(text::SourceMap map) {
  if (maps_ == nullptr) maps_ = std::make_unique<std::deque<text::SourceMap>>();
  return &maps_->emplace_back(std::move(map));
}

}  // namespace hrefkit::html
