// Converts Gumbo's tree to a Document.
//
// Gumbo provides the elements and the places of their tags. It reads a copy of the text in which
// some tags have another name and most have no attributes (gumbo_guard.h), so names and attributes
// are read from the original text at those places. Elements that Gumbo clones repeat the place of
// the original; flags mark them. gumbo_destroy_output recurses over the tree, so all memory comes
// from an arena and is freed with it.
#include "hrefkit/html/parse/gumbo_adapter.h"

#include <gumbo.h>
#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <new>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/around.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/parse/flat_document.h"
#include "hrefkit/html/parse/gumbo_guard.h"
#include "hrefkit/html/parse/selected_content.h"
#include "hrefkit/html/parse/tag_attributes.h"
#include "hrefkit/html/parse/template_patches.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

// Memory for one Gumbo parse: allocated in order, freed at once. Gumbo makes 300 to 390
// allocations a kilobyte of page, and its own way of freeing them recurses over the tree.
//
// Gumbo does not check what it gets, and no exception may pass through it: where C code has no
// tables for unwinding, that would end the process. So a failure leaves by longjmp.

class GumboArena {
 public:
  /// Reads a document. The tree lives as long as the arena. Throws std::bad_alloc.
  GumboOutput const& parse(std::string_view text) {
    GumboOptions options = kGumboDefaultOptions;
    options.allocator = [](void* arena, std::size_t size) {
      return static_cast<GumboArena*>(arena)->allocate_or_leave(size);
    };
    options.deallocator = [](void* arena, void* block) {
      static_cast<GumboArena*>(arena)->release(block);
    };
    options.userdata = this;
    options.max_errors = 0;
    if (setjmp(failure_) != 0) throw std::bad_alloc();
    return *gumbo_parse_with_options(&options, text.data(), text.size());
  }

 private:
  /// `size` bytes, aligned for any type; they live until the arena does, or until `release`.
  void* allocate_or_leave(std::size_t size) {
    void* const block = allocate(size);
    if (block == nullptr) std::longjmp(failure_, 1);  // over frames of C, and this one
    return block;
  }

  void* allocate(std::size_t size) try {
    if (size < large) return chunks_.allocate(size);
    auto block = std::make_unique_for_overwrite<std::byte[]>(size);
    void* const address = block.get();
    large_blocks_.emplace(address, std::move(block));
    return address;
  } catch (std::bad_alloc const&) {
    return nullptr;
  }

  /// Frees a large block; small ones stay until the end.
  void release(void* block) { large_blocks_.erase(block); }

  static constexpr std::size_t first_chunk = std::size_t{16} << 10;  // most srcdoc documents
  static constexpr std::size_t large = std::size_t{1} << 16;

  std::pmr::monotonic_buffer_resource chunks_{first_chunk};
  std::unordered_map<void*, std::unique_ptr<std::byte[]>> large_blocks_;
  std::jmp_buf failure_ = {};  // where to go on
};

Namespace from_gumbo(GumboNamespaceEnum ns) {
  switch (ns) {
    case GUMBO_NAMESPACE_SVG:
      return Namespace::svg;
    case GUMBO_NAMESPACE_MATHML:
      return Namespace::mathml;
    case GUMBO_NAMESPACE_HTML:
      break;
  }
  return Namespace::html;
}

bool is_clone(GumboNode const& node) {
  constexpr unsigned clone_flags =
      GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT | GUMBO_INSERTION_ADOPTION_AGENCY_CLONED;
  return (static_cast<unsigned>(node.parse_flags) & clone_flags) != 0;
}

/// Copies one Gumbo tree into a Document.
class Copier {
 public:
  /// `input` is the text that Gumbo read.
  Copier(Document& document, GumboInput const& input)
      : document_(document),
        text_(document.text()),
        input_(input),
        tag_reader_(document),
        mentions_ignore_(mentions_ignore(text_)) {}

  /// The instructions that templates may name, in tree order.
  std::vector<NodeId> const& markers() const { return markers_; }

  void copy(GumboNode const& root) {
    // An explicit stack, as the input decides the depth.
    struct Step {
      GumboVector const* children;
      unsigned next;
      NodeId id;
    };
    std::vector<Step> stack{{&root.v.document.children, 0, document_.root()}};
    while (!stack.empty()) {
      Step& step = stack.back();
      if (step.next == step.children->length) {
        stack.pop_back();
        continue;
      }
      auto const& child = *static_cast<GumboNode const*>(step.children->data[step.next++]);
      if (is_inserted(child)) continue;
      if (child.type == GUMBO_NODE_ELEMENT || child.type == GUMBO_NODE_TEMPLATE) {
        const NodeId id = copy_element(child, step.id);
        stack.push_back({&child.v.element.children, 0, id});
      } else if (keeps_text(step.id)) {
        copy_text(child, step.id);
      } else if (input_.has_patches && child.type == GUMBO_NODE_COMMENT) {
        copy_marker(child, step.id);
      } else if (mentions_ignore_ && child.type != GUMBO_NODE_COMMENT) {
        // No comment begins in a text: it is there for who looks for comments in the source.
        const text::Span span = span_of(child.v.text.original_text);
        if (span.in(text_).find("<![CDATA[") != std::string_view::npos) {
          document_.append_text(step.id, {.span = span});
        }
      }
    }
    exchange_clones();
  }

 private:
  /// The elements that are made from the tag of a formatting element.
  struct Formatting {
    NodeId first = no_node;
    NodeId original = no_node;
    NodeId live_clone = no_node;  ///< the first that is not in a template
  };

  bool keeps_text(NodeId parent) const {
    const std::string_view name = document_[parent].name;
    return name == "style" || name == "script";
  }

  /// The offset of a piece in the text that Gumbo read; nullopt if it is not part of it.
  std::optional<std::size_t> offset_of(GumboStringPiece const& piece) const {
    char const* const begin = input_.text.data();
    if (piece.data == nullptr || piece.data < begin || piece.data > begin + input_.text.size()) {
      return std::nullopt;
    }
    return static_cast<std::size_t>(piece.data - begin);
  }

  /// The place of such a piece in the document's text; empty if it is not part of it.
  text::Span span_of(GumboStringPiece const& piece) const {
    const auto offset = offset_of(piece);
    const auto begin = offset ? input_.to_original(*offset) : std::nullopt;
    if (!begin) return {};
    return {*begin, *begin + static_cast<std::uint32_t>(piece.length)};
  }

  /// True for an element whose tag the guard inserted.
  bool is_inserted(GumboNode const& node) const {
    if (node.type != GUMBO_NODE_ELEMENT) return false;
    const auto offset = offset_of(node.v.element.original_tag);
    return offset && node.v.element.original_tag.length > 0 && !input_.to_original(*offset);
  }

  NodeId copy_element(GumboNode const& node, NodeId parent) {
    GumboElement const& element = node.v.element;
    if (DocumentTags const* tags = document_tags(element, parent)) {
      const NodeId id = document_.append_element(
          parent, Namespace::html, gumbo_normalized_tagname(element.tag), tags->element);
      tag_reader_.append_merged(tags->all);
      return id;
    }
    const text::Span tag = span_of(element.original_tag);
    const Namespace ns = from_gumbo(element.tag_namespace);
    const NodeId id = document_.append_element(parent, ns, name_of(element, ns, tag), tag);
    if (!tag.empty() && !tag.in(text_).starts_with("</")) {
      if (is_formatting(element)) {
        add_formatting(id, tag, is_clone(node));
      } else {
        tag_reader_.append(ns, tag);
      }
    }
    if (std::binary_search(input_.shadow_roots.begin(), input_.shadow_roots.end(), tag.begin) &&
        document_.is_html(id, "template")) {
      document_.mark_shadow_root(id);
    }
    return id;
  }

  /// The tags of the html, head and body elements; null for other elements.
  DocumentTags const* document_tags(GumboElement const& element, NodeId parent) const {
    if (element.tag_namespace != GUMBO_NAMESPACE_HTML) return nullptr;
    if (parent == document_.root()) return &input_.html_tags;
    if (document_[parent].parent != document_.root()) return nullptr;
    if (element.tag == GUMBO_TAG_HEAD) return &input_.head_tags;
    return element.tag == GUMBO_TAG_BODY ? &input_.body_tags : nullptr;
  }

  std::string_view name_of(GumboElement const& element, Namespace ns, text::Span tag) {
    if (tag.empty()) return gumbo_normalized_tagname(element.tag);
    std::string_view name = tag.in(text_);
    name.remove_prefix(name.starts_with("</") ? 2 : 1);
    return element_name(document_, ns, text::read_until(name, tag_syntax::tag_name_end));
  }

  static bool is_formatting(GumboElement const& element) {
    return element.tag_namespace == GUMBO_NAMESPACE_HTML &&
           tag_groups::formatting_names.contains(tag_name(gumbo_normalized_tagname(element.tag)));
  }

  /// All elements that are made from one tag have the attributes that are read for the first.
  void add_formatting(NodeId id, text::Span tag, bool is_clone) {
    Formatting& made = formatting_[tag.begin];
    if (made.first == no_node) {
      tag_reader_.append(Namespace::html, tag);
      made.first = id;
    } else {
      // A copy: the list is valid until the document changes.
      const AttributeList read = document_.attributes(made.first);
      for (Attribute const& attribute : std::vector<Attribute>(read.begin(), read.end())) {
        document_.append_attribute(attribute);
      }
    }
    if (!is_clone) {
      made.original = id;
      return;
    }
    document_.mark_clone(id);
    if (made.live_clone == no_node && !document_[id].inert) made.live_clone = id;
  }

  /// An element in a template with a clone outside counts as the clone of that one.
  void exchange_clones() {
    for (auto const& [begin, made] : formatting_) {
      if (made.live_clone == no_node || made.original == no_node) continue;
      if (!document_[made.original].inert) continue;
      document_.mark_clone(made.original);
      document_.mark_clone(made.live_clone, false);
    }
  }

  void copy_text(GumboNode const& node, NodeId parent) {
    if (node.type == GUMBO_NODE_COMMENT || node.type == GUMBO_NODE_DOCUMENT) return;
    const text::Span span = span_of(node.v.text.original_text);
    if (document_[parent].ns != Namespace::html) {
      return append_foreign_text(document_, parent, span);
    }
    SourcedString text;
    text.span = span;
    set_from_source(document_, text, decode_raw_text);
    document_.append_text(parent, text);
  }

  void copy_marker(GumboNode const& node, NodeId parent) {
    const text::Span place = span_of(node.v.text.original_text);
    if (!is_patch_marker(text_.substr(place.begin))) return;
    markers_.push_back(document_.append_instruction(parent, place));
  }

  Document& document_;
  std::string_view text_;
  GumboInput const& input_;
  TagReader tag_reader_;
  bool mentions_ignore_;
  std::vector<NodeId> markers_;
  std::unordered_map<std::uint32_t, Formatting> formatting_;  ///< by where their tags begin
};

/// Reads a document that must not become a tree.
Document list_elements(std::string_view text, bool scripting, ExcessiveTree excess, Notes& notes) {
  const Patches patches = excess == ExcessiveTree::patches ? Patches::leave : Patches::apply;
  FlatDocument list = parse_html_flat(text, scripting, patches);
  std::string note(message(excess));
  note += "; the document is read as a flat list of elements";
  notes.push_back({NoteKind::nesting_flattened, std::move(note), {}});
  if (list.leaves_patches) {
    notes.push_back({NoteKind::templates_left,
                     "templates with a for attribute stay inert, whatever markers there are: links "
                     "in them are left out",
                     {}});
  }
  return std::move(list.document);
}

}  // namespace

Document parse_html(std::string_view text, bool scripting, Notes& notes) {
  std::string buffer;
  const GumboInput input = prepare_for_gumbo(text, scripting, buffer);
  if (input.excess != ExcessiveTree::none)
    return list_elements(text, scripting, input.excess, notes);
  Document document(text);
  GumboArena arena;
  GumboOutput const& output = arena.parse(input.text);
  Copier copier(document, input);
  copier.copy(*output.document);
  if (input.has_patches && !apply_template_patches(document, copier.markers())) {
    return list_elements(text, scripting, ExcessiveTree::patches, notes);
  }
  replace_selected_content(document);
  return document;
}

}  // namespace hrefkit::html
