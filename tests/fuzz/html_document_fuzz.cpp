// Any text, and any tag soup, as an HTML document: the tree's places and values are those of the
// source, its links are those of the text, and the list of elements that is made without a tree
// agrees with the tree.
#include <cstdint>
#include <set>
#include <string>

#include "fuzz/document_laws.h"
#include "fuzz/link_laws.h"
#include "fuzz/tag_soup.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/parse/flat_document.h"
#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/html/syntax/attribute_value.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

namespace {

/// True for elements that take the attributes of later tags of their name.
bool is_merged(Document const& document, NodeId id) {
  return document.is_html(id, "html") || document.is_html(id, "body");
}

/// Elements that the comparison leaves out: those above, and those that </br> and </p> bring forth,
/// which are in no list.
bool is_left_out(Document const& document, NodeId id) {
  return is_merged(document, id) || document[id].source.in(document.text()).starts_with("</");
}

void check_values(Document const& document) {
  std::string value;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    const std::string_view tag = node.source.in(document.text());
    require(node.type == NodeType::text || tag.empty() || (tag.front() == '<' && tag.back() == '>'),
            "an element's source is its tag");
    for (Attribute const& attribute : document.attributes(id)) {
      decode_attribute_value(attribute.span.in(document.text()), value, nullptr);
      require(attribute.value == value, "a value is what its span decodes to");
      require(is_merged(document, id) || (attribute.span.begin >= node.source.begin &&
                                          attribute.span.end <= node.source.end),
              "attributes stand in their tag");
    }
  }
}

/// Where the tags of elements in templates stand that have clones. A clone outside the template
/// counts in place of its original, which a list does not know.
std::set<std::uint32_t> cloned_in_templates(Document const& document) {
  std::set<std::uint32_t> places;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (document[id].clone && document[id].inert) places.insert(document[id].source.begin);
  }
  return places;
}

/// The elements that stand in the source: place, namespace, name, whether inert, attributes.
std::set<std::string> elements_of(Document const& document,
                                  std::set<std::uint32_t> const& left_out) {
  std::set<std::string> elements;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    if (node.type != NodeType::element || node.clone || node.source.empty()) continue;
    if (node.is_shadow_root) continue;  // no element, and in no list
    if (is_left_out(document, id) || left_out.contains(node.source.begin)) continue;
    std::string element = std::to_string(node.source.begin) + ' ' + std::string(name(node.ns)) +
                          ' ' + std::string(node.name) + (node.inert ? " inert" : "");
    for (Attribute const& attribute : document.attributes(id)) {
      element += ' ' + std::string(name(attribute.ns)) + ':';
      element += attribute.name;
      element += '@' + std::to_string(attribute.span.begin);
    }
    elements.insert(std::move(element));
  }
  return elements;
}

void check_list(Document const& tree, Notes const& notes, bool scripting) {
  const FlatDocument flat = parse_html_flat(tree.text(), scripting);
  Document const& list = flat.document;
  fuzz::require_document(list);
  check_values(list);
  if (!tree.patches().empty()) return;  // a list does not know what the adoption agency has moved
  for (Note const& note : notes) {
    if (note.kind == NoteKind::nesting_flattened) return;
  }
  const std::set<std::uint32_t> cloned = cloned_in_templates(tree);
  require(elements_of(tree, cloned) == elements_of(list, cloned),
          "the list has the elements of the tree");
}

/// True for links whose source is the value's, character references apart.
bool is_spelled_as_written(Link const& link, LinkBlock const& block) {
  return block.contexts[link.context].path.empty() && link.kind != LinkKind::css &&
         link.kind != LinkKind::metadata && !link.attribute.empty();
}

void check_links(std::string_view text, DocumentOptions const& options) {
  std::string value;
  fuzz::require_links(source_from_text(text), options,
                      [&](Link const& link, LinkBlock const& block) {
                        if (!is_spelled_as_written(link, block)) return;
                        decode_attribute_value(link.span.in(block.text), value, nullptr);
                        require(value == link.raw, "a link's place holds the link");
                      });
  fuzz::LinkOrder order;
  const auto take = [&](LinkBlock const& block) { order.take(block); };
  require(find_links(source_from_text(text), options, {.links = take}, Engine::dom).has_value(),
          "every document is read");
}

void check_text(std::string_view text, fuzz::TextInput const& input) {
  const bool scripting = input.option(0);
  Notes notes;
  const Document tree = parse_html(text, scripting, notes);
  fuzz::require_document(tree);
  check_values(tree);
  check_list(tree, notes, scripting);
  DocumentOptions options;
  options.url = "https://example.org/a/b?c#d";
  options.scripting = scripting;
  options.templates = input.option(1);
  if (input.option(2)) options.also = {.meta = true, .json_ld = true, .import_map = true};
  if (input.option(3)) options.xml_base = XmlBase::namespaced;
  check_links(text, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::TextInput input(data, size);
  if (!input.option(7)) {
    check_text(input.text(), input);
  } else {
    check_text(fuzz::tag_soup({reinterpret_cast<char const*>(data) + 1, size - 1}), input);
  }
  return 0;
}
