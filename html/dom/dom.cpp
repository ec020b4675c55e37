#include "hrefkit/html/dom.h"

#include <algorithm>
#include <utility>

#include "hrefkit/text/hash.h"

namespace hrefkit::html {

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

/// Notes a value: its place in the source, where it stands there as it is.
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
  constexpr std::size_t largest_block = std::size_t{64} << 10;
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
    string_blocks_.emplace_back().reserve(std::min(largest_block, std::max(2 * last, long_string)));
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
