// How Gumbo's tree becomes ours.
//
// Gumbo reads a copy of the text in which some tags bear another name of the same length (see
// gumbo_guard.h); names and values are therefore always taken from the original text, at the
// offsets that Gumbo tells. Its traps: a valueless attribute's `original_value` points at its name,
// an unquoted one's begins behind a character reference at its start, so that values are found from
// the name on; elements that it clones repeat the source span (flags tell them);
// gumbo_destroy_output recurses over the tree, so that everything is allocated in an arena and
// dropped with it.
#include "hrefkit/html/parse/gumbo_adapter.h"

#include <gumbo.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/html/dom/shadow_root.h"
#include "hrefkit/html/dom/source_value.h"
#include "hrefkit/html/names/svg_tag_name.h"
#include "hrefkit/html/parse/flat_document.h"
#include "hrefkit/html/parse/gumbo_arena.h"
#include "hrefkit/html/parse/gumbo_guard.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/tag_syntax.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/xml_base.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

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

Namespace from_gumbo(GumboAttributeNamespaceEnum ns) {
  switch (ns) {
    case GUMBO_ATTR_NAMESPACE_XLINK:
      return Namespace::xlink;
    case GUMBO_ATTR_NAMESPACE_XML:
      return Namespace::xml;
    case GUMBO_ATTR_NAMESPACE_XMLNS:
      return Namespace::xmlns;
    case GUMBO_ATTR_NAMESPACE_NONE:
      break;
  }
  return Namespace::none;
}

bool is_clone(GumboNode const& node) {
  constexpr unsigned clone_flags =
      GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT | GUMBO_INSERTION_ADOPTION_AGENCY_CLONED;
  return (static_cast<unsigned>(node.parse_flags) & clone_flags) != 0;
}

/// Copies one Gumbo tree into a Document.
class Copier {
 public:
  /// `input` is what Gumbo read.
  Copier(Document& document, GumboInput const& input)
      : document_(document), text_(document.text()), input_(input) {}

  void copy(GumboNode const& root) {
    // A stack of our own: the depth is the input's.
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
      }
    }
  }

 private:
  bool keeps_text(NodeId parent) const {
    const std::string_view name = document_[parent].name;
    return name == "style" || name == "script";
  }

  /// The offset of a piece in the text that Gumbo read; nothing where it is from elsewhere.
  std::optional<std::size_t> offset_of(GumboStringPiece const& piece) const {
    char const* const begin = input_.text.data();
    if (piece.data == nullptr || piece.data < begin || piece.data > begin + input_.text.size()) {
      return std::nullopt;
    }
    return static_cast<std::size_t>(piece.data - begin);
  }

  /// The place of such a piece in the document's text; empty where it is from elsewhere.
  text::Span span_of(GumboStringPiece const& piece) const {
    const auto offset = offset_of(piece);
    const auto begin = offset ? input_.to_original(*offset) : std::nullopt;
    if (!begin) return {};
    return {*begin, *begin + static_cast<std::uint32_t>(piece.length)};
  }

  /// True for an element whose tag the guard has put in.
  bool is_inserted(GumboNode const& node) const {
    if (node.type != GUMBO_NODE_ELEMENT) return false;
    const auto offset = offset_of(node.v.element.original_tag);
    return offset && node.v.element.original_tag.length > 0 && !input_.to_original(*offset);
  }

  NodeId copy_element(GumboNode const& node, NodeId parent) {
    GumboElement const& element = node.v.element;
    if (element.tag == GUMBO_TAG_HEAD && element.original_tag.length == 0 && input_.head_tag) {
      return append_head(parent, *input_.head_tag);
    }
    const text::Span tag = span_of(element.original_tag);
    const NodeId id = document_.append_element(parent, from_gumbo(element.tag_namespace),
                                               element_name(element, tag), tag);
    if (is_clone(node)) document_.mark_clone(id);
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      copy_attribute(*static_cast<GumboAttribute const*>(element.attributes.data[i]));
    }
    if (becomes_shadow_root(document_, id)) document_.mark_shadow_root(id);
    return id;
  }

  /// Appends the head element that Gumbo made without its tag.
  NodeId append_head(NodeId parent, text::Span span) {
    const NodeId id = document_.append_element(parent, Namespace::html, "head", span);
    TagTokenizer tokenizer(text_.substr(0, span.end), span.begin);
    Tag tag;
    tokenizer.next(tag);
    for (TagAttribute const& written : tag.attributes) {
      document_.append_attribute(attribute_from_tag(document_, written));
    }
    return id;
  }

  /// The name as written in a tag.
  static std::string_view written_name(std::string_view tag) {
    std::string_view name = tag;
    name.remove_prefix(std::min<std::size_t>(name.size(), name.starts_with("</") ? 2 : 1));
    return name.substr(0, tag_syntax::find_first(name, 0, tag_syntax::tag_name_end));
  }

  std::string_view element_name(GumboElement const& element, text::Span tag) {
    const std::string_view written = written_name(tag.in(text_));
    const GumboStringPiece& read = element.original_tag;
    const bool renamed = written != written_name({read.data, read.length});
    const bool known = element.tag != GUMBO_TAG_UNKNOWN && !renamed;
    const std::string_view name = known ? std::string_view(gumbo_normalized_tagname(element.tag))
                                        : kept_lower_name(document_, written);
    if (element.tag_namespace != GUMBO_NAMESPACE_SVG) return name;
    const std::string_view mixed = svg_tag_name(name);
    return mixed.empty() ? name : mixed;
  }

  /// The local name. Gumbo knows the mixed case of SVG's, but takes control characters for U+FFFD.
  std::string_view attribute_name(std::string_view known, std::string_view written, Namespace ns) {
    if (ns != Namespace::none) written.remove_prefix(written.find(':') + 1);  // npos + 1 is 0
    if (written == known) return written;
    if (text::equals_ignoring_ascii_case(written, known)) {
      return document_.keep_name(known);
    }
    return kept_lower_name(document_, written);
  }

  void copy_attribute(GumboAttribute const& source) {
    Attribute attribute;
    const text::Span written = span_of(source.original_name);
    attribute.ns = from_gumbo(source.attr_namespace);
    attribute.name = attribute_name(source.name, written.in(text_), attribute.ns);
    attribute.span = value_span(written);
    set_from_source(document_, attribute, decode_attribute_value);
    document_.append_attribute(attribute);
  }

  /// The value between its quotes, or at the end of the name without a value. HTML standard
  /// 13.2.5.34 to 13.2.5.38.
  text::Span value_span(text::Span name) const {
    std::size_t at = skip_white_space(name.end);
    if (at == text_.size() || text_[at] != '=') return {name.end, name.end};
    at = std::min(skip_white_space(at + 1), text_.size() - 1);
    const char first = text_[at];
    const bool quoted = first == '"' || first == '\'';
    const std::size_t begin = quoted ? at + 1 : at;
    const std::size_t end =
        quoted ? std::min(text_.find(first, begin), text_.size())
               : tag_syntax::find_first(text_, begin, tag_syntax::unquoted_value_end);
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  std::size_t skip_white_space(std::size_t at) const {
    return tag_syntax::find_first(text_, at, text::ByteSet(~tag_syntax::white_space));
  }

  void copy_text(GumboNode const& node, NodeId parent) {
    if (node.type == GUMBO_NODE_COMMENT || node.type == GUMBO_NODE_DOCUMENT) return;
    SourcedString text;
    text.span = span_of(node.v.text.original_text);
    SourceDecoder decode = document_[parent].ns == Namespace::html ? decode_raw_text : decode_text;
    const std::string_view written = text.span.in(text_);
    if (node.type == GUMBO_NODE_CDATA && written.starts_with(cdata_start)) {
      text.span.begin += static_cast<std::uint32_t>(cdata_start.size());
      if (written.ends_with(cdata_end))
        text.span.end -= static_cast<std::uint32_t>(cdata_end.size());
      decode = decode_raw_text;
    }
    set_from_source(document_, text, decode);
    document_.append_text(parent, text);
  }

  Document& document_;
  std::string_view text_;
  GumboInput const& input_;
};

GumboOptions options_for(GumboArena& arena) {
  GumboOptions options = kGumboDefaultOptions;
  options.allocator = [](void* memory, std::size_t size) {
    return static_cast<GumboArena*>(memory)->allocate(size);
  };
  options.deallocator = [](void* memory, void* block) {
    static_cast<GumboArena*>(memory)->release(block);
  };
  options.userdata = &arena;
  options.max_errors = 0;
  return options;
}

bool has_xml_base(Document const& document) {
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (find_xml_base(document, id, XmlBase::on)) return true;
  }
  return false;
}

}  // namespace

Document parse_html(std::string_view text, HtmlParseOptions options, Notes& notes) {
  std::string buffer;
  const GumboInput input = prepare_for_gumbo(text, options.scripting, buffer);
  if (input.excess != ExcessiveTree::none) {
    Document list = parse_html_flat(text, options.scripting);
    std::string what = std::string(message(input.excess)) + "; elements are listed, not nested";
    if (has_xml_base(list)) what += ", and xml:base counts for its own element alone";
    notes.push_back({NoteKind::nesting_flattened, std::move(what), {}});
    return list;
  }
  Document document(text);
  GumboArena arena;
  const GumboOptions gumbo_options = options_for(arena);
  GumboOutput const* output =
      gumbo_parse_with_options(&gumbo_options, input.text.data(), input.text.size());
  Copier(document, input).copy(*output->document);
  return document;
}

}  // namespace hrefkit::html
