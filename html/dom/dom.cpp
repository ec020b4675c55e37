#include "hrefkit/html/dom.h"

#include <utility>

namespace hrefkit::html {

Document::Document(std::string_view text)
    : text_(text),
      strings_(std::make_unique<std::deque<std::string>>()),
      maps_(std::make_unique<std::deque<text::SourceMap>>()) {
  Node document;
  document.type = NodeType::document;
  nodes_.push_back(document);
}

std::span<Attribute const> Document::attributes(NodeId id) const {
  Node const& node = nodes_[id];
  if (node.type != NodeType::element) return {};
  return std::span(attributes_).subspan(node.first_attribute, node.attribute_count);
}

Attribute const* Document::find_attribute(NodeId id, std::string_view name, Namespace ns) const {
  for (Attribute const& attribute : attributes(id)) {
    if (attribute.name == name && attribute.ns == ns) return &attribute;
  }
  return nullptr;
}

bool Document::is_html(NodeId id, std::string_view name) const {
  Node const& node = nodes_[id];
  return node.type == NodeType::element && node.ns == Namespace::html && node.name == name;
}

NodeId Document::next_in_tree(NodeId id, NodeId within) const {
  if (nodes_[id].first_child != no_node) return nodes_[id].first_child;
  while (id != within && id != no_node) {
    if (nodes_[id].next != no_node) return nodes_[id].next;
    id = nodes_[id].parent;
  }
  return no_node;
}

bool Document::is_within(NodeId id, NodeId ancestor) const {
  while (id != ancestor && id != no_node) id = nodes_[id].parent;
  return id == ancestor;
}

SourcedString const& Document::text_of(NodeId id) const {
  return texts_[nodes_[id].first_attribute];
}

/// Sets what a node has from its parent.
void Document::inherit_flags(Node& node) const {
  if (node.parent == no_node) {
    node.inert = false;
    node.in_shadow = node.is_shadow_root;
    node.detached = true;
    return;
  }
  Node const& above = nodes_[node.parent];
  node.inert = above.inert || (is_html(node.parent, "template") && !above.is_shadow_root);
  node.in_shadow = above.in_shadow || node.is_shadow_root;
  node.detached = above.detached;
}

void Document::mark_shadow_root(NodeId id) {
  nodes_[id].is_shadow_root = true;
  nodes_[id].in_shadow = true;
  nodes_[nodes_[id].parent].is_shadow_host = true;
}

NodeId Document::append_node(NodeId parent, Node node) {
  const auto id = static_cast<NodeId>(nodes_.size());
  Node& above = nodes_[parent];
  node.parent = parent;
  node.previous = above.last_child;
  inherit_flags(node);
  if (above.last_child == no_node) {
    above.first_child = id;
  } else {
    nodes_[above.last_child].next = id;
  }
  above.last_child = id;
  nodes_.push_back(node);
  return id;
}

NodeId Document::append_element(NodeId parent, Namespace ns, std::string_view name,
                                text::Span source) {
  Node node;
  node.ns = ns;
  node.name = name;
  node.source = source;
  node.first_attribute = static_cast<std::uint32_t>(attributes_.size());
  return append_node(parent, node);
}

void Document::append_attribute(Attribute attribute) {
  attributes_.push_back(attribute);
  ++nodes_.back().attribute_count;
}

NodeId Document::append_text(NodeId parent, SourcedString text) {
  Node node;
  node.type = NodeType::text;
  node.source = text.span;
  node.first_attribute = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back(text);
  return append_node(parent, node);
}

std::string_view Document::keep(std::string text) {
  return strings_->emplace_back(std::move(text));
}

text::SourceMap const* Document::keep(text::SourceMap map) {
  return &maps_->emplace_back(std::move(map));
}

}  // namespace hrefkit::html
