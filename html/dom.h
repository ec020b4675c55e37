// A document as a tree of nodes: flat arrays linked by 32-bit ids, every attribute value with its
// place in the source.
//
//   for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
//     if (document.is_html(id, "a")) ...
//   }
//
// Text is kept only where links can be in it: below style and script elements. The children of an
// HTML template element are its content; they and everything below them are marked inert. Where the
// parser makes a template a shadow root, the node stays, marked, and what is below it is not inert,
// but in a shadow tree.
//
// A document can be changed: elements are made, given attributes, inserted, moved and removed, and
// subtrees of other documents copied in (dom_mutation.cpp). What a node was made with keeps its
// place in the source; what is set later has none. Nodes and strings are freed with the document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/namespace.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The number of a node in its document. Ids stay valid until the document is destroyed.
using NodeId = std::uint32_t;
inline constexpr NodeId no_node = UINT32_MAX;

enum class NodeType : std::uint8_t { document, element, text };

/// A string of the document and where it stands in the source text.
struct SourcedString {
  std::string_view value;  ///< as the DOM has it, UTF-8; lives as long as the document
  text::Span span;         ///< as written; empty where it is not from the source
  text::SourceMap const* map =
      nullptr;  ///< offsets in `value` to offsets in `span`; null: the same

  /// The offset in the source text of byte `offset` of `value`.
  std::uint32_t to_text(std::uint32_t offset) const {
    return span.begin + (map == nullptr ? offset : map->to_source(offset));
  }
};

/// An attribute. `name` is the local name: "href" with the namespace XLink for `xlink:href`.
struct Attribute : SourcedString {
  std::string_view name;
  Namespace ns = Namespace::none;
};

/// A node. For an element `source` is the start tag, for text the text as written.
struct Node {
  NodeId parent = no_node;
  NodeId first_child = no_node;
  NodeId last_child = no_node;
  NodeId previous = no_node;
  NodeId next = no_node;
  std::uint32_t first_attribute = 0;
  std::uint32_t attribute_count = 0;
  std::uint32_t attribute_room = 0;  ///< how many there is room for; 0: as many as there are
  text::Span source;
  std::string_view name;  ///< local name of an element
  NodeType type = NodeType::element;
  Namespace ns = Namespace::none;
  bool inert = false;           ///< in the content of a template
  bool clone = false;           ///< made by the HTML parser as a copy of another element
  bool detached = false;        ///< not in the tree below the document node
  bool is_shadow_root = false;  ///< a template that is no element, but its parent's shadow root
  bool is_shadow_host = false;  ///< a child is its shadow root
  bool in_shadow = false;       ///< a shadow root, or below one

  /// In template content or a shadow tree: no part of the document tree.
  bool is_apart() const { return inert || in_shadow; }
};

/// Why a node cannot be inserted (DOM Standard 4.2.3, "ensure pre-insert validity").
enum class InsertError : std::uint8_t {
  hierarchy,  ///< the parent is no document or element, or the child holds the parent
  not_found,  ///< the node to insert before is no child of the parent
};

/// A sentence for people.
std::string_view message(InsertError error);

/// A tree of nodes that owns its strings, except that values may be views of the source text, which
/// must outlive it. Movable; views into it survive a move.
class Document {
 public:
  /// An empty document over `text` (valid UTF-8).
  explicit Document(std::string_view text);

  std::string_view text() const { return text_; }

  /// The document node.
  NodeId root() const { return 0; }
  std::size_t size() const { return nodes_.size(); }
  Node const& operator[](NodeId id) const { return nodes_[id]; }

  std::span<Attribute const> attributes(NodeId id) const;

  /// The attribute of that local name and namespace, or null; valid until the document changes.
  Attribute const* find_attribute(NodeId id, std::string_view name,
                                  Namespace ns = Namespace::none) const;

  /// True for an element in the HTML namespace with that local name.
  bool is_html(NodeId id, std::string_view name) const;

  /// The node after `id` in tree order, or `no_node`. With `within`, only its descendants.
  NodeId next_in_tree(NodeId id, NodeId within = no_node) const;

  /// The text of a text node.
  SourcedString const& text_of(NodeId id) const;

  /// True when `id` is `ancestor` or below it.
  bool is_within(NodeId id, NodeId ancestor) const;

  // Changing. Strings are copied.

  /// A new element that stands nowhere yet.
  NodeId create_element(Namespace ns, std::string_view name);

  /// A new text node that stands nowhere yet.
  NodeId create_text(std::string_view value);

  /// Sets the attribute of that local name and namespace (DOM Standard 4.9 "set an attribute
  /// value"): it keeps its place among the others, or becomes the last.
  void set_attribute(NodeId element, std::string_view name, std::string_view value,
                     Namespace ns = Namespace::none);

  /// Removes an attribute; false when the element has none of that name.
  bool remove_attribute(NodeId element, std::string_view name, Namespace ns = Namespace::none);

  /// Puts `child`, with all below it, before a child of `parent` or, with `no_node`, after its last
  /// one. A child that stands elsewhere is taken from there. Costs time for what is below `child`
  /// only where it is attached, detached, or goes in or out of template content.
  tl::expected<void, InsertError> insert(NodeId child, NodeId parent, NodeId before = no_node);

  /// Takes `id`, with all below it, out of the tree. It can be inserted again. The document node
  /// stays.
  void remove(NodeId id);

  /// Copies `id` of `other`, with all below it, as a new subtree that stands nowhere yet. The
  /// copies' ids are consecutive in tree order from the returned one on. They have no place in this
  /// document's source; nothing of them refers to `other`. The document node cannot be copied.
  NodeId import_subtree(Document const& other, NodeId id);

  // Building. Attributes are appended to the element that was appended last.
  NodeId append_element(NodeId parent, Namespace ns, std::string_view name, text::Span source);
  void append_attribute(Attribute attribute);
  NodeId append_text(NodeId parent, SourcedString text);
  void mark_clone(NodeId id, bool is_clone = true) { nodes_[id].clone = is_clone; }
  /// Makes a template that has no children yet its parent's shadow root.
  void mark_shadow_root(NodeId id);

  /// Keeps a string, or a map, for as long as the document lives.
  std::string_view keep(std::string text);
  text::SourceMap const* keep(text::SourceMap map);

 private:
  NodeId append_node(NodeId parent, Node node);
  NodeId add_detached(Node node);
  Attribute* find_own_attribute(NodeId id, std::string_view name, Namespace ns);
  Attribute& add_attribute(NodeId element);
  tl::expected<void, InsertError> check_insert(NodeId child, NodeId parent, NodeId before) const;
  void unlink(NodeId id);
  void link(NodeId child, NodeId parent, NodeId before);
  void inherit_flags(Node& node) const;
  void update_flags(NodeId subtree);
  void copy_node(Document const& other, NodeId id);

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<Attribute> attributes_;
  std::vector<SourcedString> texts_;  // of text nodes, by first_attribute
  // Deques never move their elements, so views into them stay valid.
  std::unique_ptr<std::deque<std::string>> strings_;
  std::unique_ptr<std::deque<text::SourceMap>> maps_;
};

}  // namespace hrefkit::html
