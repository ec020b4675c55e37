// A document as a tree of nodes: flat arrays linked by 32-bit ids, every attribute value with its
// place in the source.
//
//   for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
//     if (document.is_html(id, "a")) ...
//   }
//
// Text is kept only where it can hold links: below style and script elements. The children of an
// HTML template element are its content; they and everything below them are marked inert. Where the
// parser makes a template a shadow root, the node stays, marked, and what is below it is not inert,
// but in a shadow tree.
//
// A document can be changed: elements are made, given attributes, inserted, moved and removed, and
// subtrees of other documents copied in. Values that were parsed keep their place in the source;
// values that are set later have none. Nodes and strings are freed with the document.
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/namespace.h"
#include "hrefkit/text/chunked_text.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The number of a node in its document. Ids stay valid until the document is destroyed.
using NodeId = std::uint32_t;
inline constexpr NodeId no_node = UINT32_MAX;

enum class NodeType : std::uint8_t {
  document,
  element,
  text,
  instruction,  ///< a processing instruction; documents that were read to the end have none
};

/// A template whose content the HTML parser has moved elsewhere (HTML Standard 13.2.6.4.4, the
/// `for` attribute). It is not in the tree.
struct TemplatePatch {
  NodeId element = no_node;
  NodeId last = no_node;             ///< its content has the numbers from `element` + 1 to this one
  text::Span marker = {};            ///< the instruction that its content replaces
  std::uint32_t outer = UINT32_MAX;  ///< the index of the template around it, if there is one
};

/// A base element that the HTML parser has removed from the tree, as such content replaced it.
struct RemovedBase {
  NodeId element = no_node;
  std::uint32_t at = 0;  ///< where the template begins
};

/// A string of the document and its place in the source text.
struct SourcedString {
  std::string_view value = {};  ///< as the DOM has it, UTF-8; lives as long as the document
  text::Span span = {};         ///< as written; empty where it is not from the source
  text::SourceMap const* map =
      nullptr;  ///< offsets in `value` to offsets in `span`; null: the same

  /// The offset in the source text of byte `offset` of `value`.
  std::uint32_t to_text(std::uint32_t offset) const {
    return span.begin + (map == nullptr ? offset : map->to_source(offset));
  }

  /// The place in the source text of a part of `value`, excluding source at either end that has no
  /// part in `value`.
  text::Span to_text(text::Span part) const {
    const text::Span written = map == nullptr ? part : map->to_source(part);
    return {span.begin + written.begin, span.begin + written.end};
  }
};

/// An attribute. `name` is the local name: "href" with the namespace XLink for `xlink:href`.
struct Attribute : SourcedString {
  std::string_view name = {};
  Namespace ns = Namespace::none;
};

/// A snapshot of a node. For an element `source` is the start tag, for text the
/// text as written.
struct Node {
  NodeId parent = no_node;
  NodeId first_child = no_node;
  NodeId last_child = no_node;
  NodeId previous = no_node;
  NodeId next = no_node;
  text::Span source = {};
  std::string_view name = {};  ///< local name of an element; lives as long as the document
  NodeType type = NodeType::element;
  Namespace ns = Namespace::none;
  bool inert = false;           ///< in the content of a template
  bool clone = false;           ///< made by the HTML parser as a copy of another element
  bool detached = false;        ///< not in the tree below the document node
  bool is_shadow_root = false;  ///< a template that is not an element, but its parent's shadow root
  bool is_shadow_host = false;  ///< a child is its shadow root
  bool in_shadow = false;       ///< a shadow root, or below one
  bool in_ignored = false;      ///< listed: it, or an element around it, is ignored
  bool in_noscript = false;     ///< listed: it is a noscript element, or in one

  /// In template content or a shadow tree, and so not in the document tree.
  bool is_apart() const { return inert || in_shadow; }
};

/// Why a node cannot be inserted (DOM Standard 4.2.3, "ensure pre-insert validity").
enum class InsertError : std::uint8_t {
  hierarchy,  ///< the parent is not a document or an element, or the child holds the parent
  not_found,  ///< the node to insert before is not a child of the parent
};

/// A message for users.
std::string_view message(InsertError error);

class AttributeList;

/// A tree of nodes that owns its strings, except that values may be views of the source text, which
/// must outlive it. Movable; views into it survive a move.
///
/// It is kept small: 36 bytes a node and 20 an attribute. Equal names are one name, and a value
/// that the source has unchanged is stored as its place there. So nodes and attributes are returned
/// as values that are assembled on demand.
class Document {
 public:
  /// An empty document over `text` (valid UTF-8), which must outlive it.
  explicit Document(std::string_view text);
  template <std::same_as<std::string> Temporary>
  explicit Document(Temporary&&) = delete;

  std::string_view text() const { return text_; }

  /// The document node.
  NodeId root() const { return 0; }
  std::size_t size() const { return nodes_.size(); }
  Node operator[](NodeId id) const&;
  Node operator[](NodeId id) const&& = delete;

  /// The attributes of a node in their order; none for other nodes.
  AttributeList attributes(NodeId id) const&;
  AttributeList attributes(NodeId id) const&& = delete;

  /// The attribute with that local name and namespace.
  std::optional<Attribute> find_attribute(NodeId id, std::string_view name,
                                          Namespace ns = Namespace::none) const&;
  std::optional<Attribute> find_attribute(NodeId id, std::string_view name,
                                          Namespace ns = Namespace::none) const&& = delete;

  /// True for an element in the HTML namespace with that local name.
  bool is_html(NodeId id, std::string_view name) const;

  /// The node after `id` in tree order, or `no_node`. With `within`, only its descendants.
  NodeId next_in_tree(NodeId id, NodeId within = no_node) const;

  /// The text of a text node.
  SourcedString const& text_of(NodeId id) const& { return texts_[nodes_[id].first_attribute]; }
  SourcedString const& text_of(NodeId id) const&& = delete;

  /// True when `id` is `ancestor` or below it.
  bool is_within(NodeId id, NodeId ancestor) const;

  /// The templates whose content the parser has moved elsewhere, in source order.
  std::vector<TemplatePatch> const& patches() const& { return patches_; }
  std::vector<TemplatePatch> const& patches() const&& = delete;

  /// The innermost of these around a node when it was parsed; null if there was none.
  TemplatePatch const* patch_of(NodeId id) const&;
  TemplatePatch const* patch_of(NodeId id) const&& = delete;

  /// The base elements that the parser has removed, in that order.
  std::vector<RemovedBase> const& removed_bases() const& { return removed_bases_; }
  std::vector<RemovedBase> const& removed_bases() const&& = delete;

  // Changing. Strings are copied.

  /// A new element without a parent.
  NodeId create_element(Namespace ns, std::string_view name);

  /// A new text node without a parent.
  NodeId create_text(std::string_view value);

  /// Sets the attribute of that local name and namespace (DOM Standard 4.9 "set an attribute
  /// value"): it keeps its place among the others, or becomes the last.
  void set_attribute(NodeId element, std::string_view name, std::string_view value,
                     Namespace ns = Namespace::none);

  /// Removes an attribute; false when the element has no attribute of that name.
  bool remove_attribute(NodeId element, std::string_view name, Namespace ns = Namespace::none);

  /// Puts `child`, with all below it, before a child of `parent` or, with `no_node`, after its last
  /// one. A child that is elsewhere is removed from there. Costs time for the nodes below `child`
  /// only if it is attached, detached, or moved into or out of template content.
  tl::expected<void, InsertError> insert(NodeId child, NodeId parent, NodeId before = no_node);

  /// Removes `id`, with all below it, from the tree. It can be inserted again. The document node
  /// cannot be removed.
  void remove(NodeId id);

  /// Copies `id` of `other`, with all below it, as a new subtree without a parent. The
  /// copies' ids are consecutive in tree order from the returned one on. They have no place in this
  /// document's source, and do not refer to `other`. The document node cannot be copied.
  NodeId import_subtree(Document const& other, NodeId id);

  // Building. Attributes are appended to the element that was appended last. Names and values must
  // be views of the source text, of strings that are never freed, or of what `keep` returned.
  NodeId append_element(NodeId parent, Namespace ns, std::string_view name, text::Span source);
  void append_attribute(Attribute const& attribute);
  NodeId append_text(NodeId parent, SourcedString text);
  NodeId append_instruction(NodeId parent, text::Span source);
  void note_patch(TemplatePatch const& patch) { patches_.push_back(patch); }
  void note_removed_base(NodeId id, std::uint32_t at) { removed_bases_.push_back({id, at}); }
  /// Says what is around an element whose parent does not.
  void mark_around(NodeId id, bool in_ignored, bool in_noscript) {
    nodes_[id].set(Flag::in_ignored, in_ignored);
    nodes_[id].set(Flag::in_noscript, in_noscript);
  }
  void mark_clone(NodeId id, bool is_clone = true) { nodes_[id].set(Flag::clone, is_clone); }
  /// Makes a template that has no children yet its parent's shadow root.
  void mark_shadow_root(NodeId id);

  /// Keeps a string, or a map, for as long as the document lives.
  std::string_view keep(std::string text);
  text::SourceMap const* keep(text::SourceMap map);

  /// Keeps a name: equal names are kept once.
  std::string_view keep_name(std::string_view name) { return names_[copied_name_id(name)]; }

 private:
  friend class AttributeList;

  enum class Flag : std::uint16_t {
    inert = 1,
    clone = 2,
    detached = 4,
    is_shadow_root = 8,
    is_shadow_host = 16,
    in_shadow = 32,
    in_ignored = 64,
    in_noscript = 128,
    has_room = 256,  ///< its attributes were moved, and their room is noted before the first
  };

  /// A stored node. `previous` of a first child is the last child.
  struct NodeRecord {
    NodeId parent = no_node;
    NodeId first_child = no_node;
    NodeId previous = no_node;
    NodeId next = no_node;
    std::uint32_t first_attribute = 0;  ///< or, of a text node, the number of its text
    text::Span source = {};
    std::uint32_t name = 0;
    std::uint16_t attribute_count = 0;  ///< `many_attributes`: see `large_counts_`
    std::uint16_t flags_and_kind = 0;   ///< flags; above them type and namespace

    bool is(Flag flag) const { return (flags_and_kind & static_cast<unsigned>(flag)) != 0; }
    void set(Flag flag, bool on) {
      const auto bit = static_cast<unsigned>(flag);
      flags_and_kind =
          static_cast<std::uint16_t>(on ? flags_and_kind | bit : flags_and_kind & ~bit);
    }
    NodeType type() const { return static_cast<NodeType>(flags_and_kind >> type_shift & 3); }
    Namespace ns() const { return static_cast<Namespace>(flags_and_kind >> ns_shift); }
  };

  /// A stored attribute: its value is a place in the source, or has a number.
  struct AttributeRecord {
    std::uint32_t name = 0;
    text::Span span = {};
    std::uint32_t kept = 0;  ///< 0: the value is the text at `span`; else the number after its own
    Namespace ns = Namespace::none;
  };

  /// A value that differs from the source.
  struct KeptValue {
    std::string_view value = {};
    text::SourceMap const* map = nullptr;
  };

  static constexpr unsigned type_shift = 9;
  static constexpr unsigned ns_shift = 11;
  static_assert(static_cast<unsigned>(Namespace::other) < 1U << (16 - ns_shift));
  static constexpr std::uint16_t many_attributes = UINT16_MAX;

  static NodeRecord record_of(NodeType type, Namespace ns);
  NodeId last_child(NodeRecord const& node) const {
    return node.first_child == no_node ? no_node : nodes_[node.first_child].previous;
  }
  NodeId append_node(NodeId parent, NodeRecord node);
  NodeId add_detached(NodeRecord node);
  std::uint32_t attribute_count(NodeId id) const;
  void set_attribute_count(NodeId id, std::uint32_t count);
  Attribute attribute_at(std::uint32_t index) const;
  std::uint32_t find_attribute_index(NodeId id, std::string_view name, Namespace ns) const;
  void set_value(AttributeRecord& record, SourcedString const& value);
  void add_attribute(NodeId element, std::string_view name, Namespace ns, std::string_view value);
  void move_attributes(NodeId element, std::uint32_t room);
  std::uint32_t attribute_room(NodeId element) const;
  tl::expected<void, InsertError> check_insert(NodeId child, NodeId parent, NodeId before) const;
  void unlink(NodeId id);
  void link(NodeId child, NodeId parent, NodeId before);
  void inherit_flags(NodeRecord& node) const;
  void update_flags(NodeId subtree);
  void copy_node(Document const& other, NodeId id);
  std::uint32_t name_id(std::string_view name);
  std::uint32_t copied_name_id(std::string_view name);
  std::size_t find_name_slot(std::string_view name) const;
  void grow_name_slots();

  static constexpr std::uint32_t no_attribute = UINT32_MAX;

  std::string_view text_;
  text::ChunkedArray<NodeRecord> nodes_;
  text::ChunkedArray<AttributeRecord> attributes_;
  text::ChunkedArray<KeptValue> kept_values_;
  std::vector<SourcedString> texts_;  // of text nodes, by first_attribute
  std::vector<TemplatePatch> patches_;
  std::vector<RemovedBase> removed_bases_;
  std::vector<std::string_view> names_;
  std::vector<std::uint32_t> name_slots_;  // numbers of names by hash, each after its own; 0: free
  std::unordered_map<NodeId, std::uint32_t> large_counts_;
  // Stored strings follow each other in blocks that are never reallocated.
  std::vector<std::string> string_blocks_;
  std::size_t open_block_ = 0;
  // A deque never moves its elements, so pointers to them stay valid.
  std::unique_ptr<std::deque<text::SourceMap>> maps_;
};

/// The namespace of the document's root element; `none` without one.
Namespace root_namespace(Document const& document);

/// The attributes of one element, as a range of values. Valid until the document changes.
class AttributeList {
 public:
  class Iterator {
   public:
    using value_type = Attribute;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Attribute operator*() const { return document_->attribute_at(index_); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++index_;
      return old;
    }
    bool operator==(Iterator const& other) const { return index_ == other.index_; }

   private:
    friend class AttributeList;
    Iterator(Document const& document, std::uint32_t index) : document_(&document), index_(index) {}

    Document const* document_ = nullptr;
    std::uint32_t index_ = 0;
  };

  Iterator begin() const { return {*document_, first_}; }
  Iterator end() const { return {*document_, first_ + count_}; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Attribute operator[](std::size_t i) const {
    return document_->attribute_at(first_ + static_cast<std::uint32_t>(i));
  }

 private:
  friend class Document;
  AttributeList(Document const& document, std::uint32_t first, std::uint32_t count)
      : document_(&document), first_(first), count_(count) {}

  Document const* document_;
  std::uint32_t first_;
  std::uint32_t count_;
};

inline Node Document::operator[](NodeId id) const& {
  NodeRecord const& record = nodes_[id];
  const bool is_first = record.parent == no_node || nodes_[record.parent].first_child == id;
  Node node;
  node.parent = record.parent;
  node.first_child = record.first_child;
  node.last_child = last_child(record);
  node.previous = is_first ? no_node : record.previous;
  node.next = record.next;
  node.source = record.source;
  node.name = names_[record.name];
  node.type = record.type();
  node.ns = record.ns();
  node.inert = record.is(Flag::inert);
  node.clone = record.is(Flag::clone);
  node.detached = record.is(Flag::detached);
  node.is_shadow_root = record.is(Flag::is_shadow_root);
  node.is_shadow_host = record.is(Flag::is_shadow_host);
  node.in_shadow = record.is(Flag::in_shadow);
  node.in_ignored = record.is(Flag::in_ignored);
  node.in_noscript = record.is(Flag::in_noscript);
  return node;
}

inline Attribute Document::attribute_at(std::uint32_t index) const {
  AttributeRecord const& record = attributes_[index];
  Attribute attribute;
  attribute.span = record.span;
  attribute.name = names_[record.name];
  attribute.ns = record.ns;
  if (record.kept == 0) {
    attribute.value = record.span.in(text_);
  } else {
    KeptValue const& kept = kept_values_[record.kept - 1];
    attribute.value = kept.value;
    attribute.map = kept.map;
  }
  return attribute;
}

}  // namespace hrefkit::html
