// What holds for every document, however it was read.
#pragma once

#include "fuzz/require.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::fuzz {

inline void require_inside(text::Span span, std::string_view text) {
  require(span.begin <= span.end && span.end <= text.size(), "spans lie in the text");
}

/// Offsets in the value lead to rising offsets in its span.
inline void require_places(html::SourcedString const& string, std::string_view text) {
  require_inside(string.span, text);
  require(text::find_invalid_utf8(string.value) == string.value.size(), "values are UTF-8");
  if (string.map == nullptr) {
    require(string.span.length() == string.value.size() || string.span.empty(),
            "without a map a value is as long as its span");
    return;
  }
  std::uint32_t last = string.span.begin;
  for (std::uint32_t i = 0; i <= string.value.size(); ++i) {
    const std::uint32_t place = string.to_text(i);
    require(place >= last && place <= string.span.end, "places rise in the span");
    last = place;
  }
}

inline bool is_template(html::Document const& document, html::NodeId id) {
  return document.is_html(id, "template") && !document[id].is_shadow_root;
}

/// The tree's links agree with each other, and what is below a template, and nothing else, is
/// inert.
inline void require_tree(html::Document const& document) {
  std::size_t count = 0;
  for (html::NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    html::Node const& node = document[id];
    ++count;
    require(!node.detached, "nothing is detached");
    if (id == document.root()) continue;
    html::Node const& parent = document[node.parent];
    require(node.inert == (parent.inert || is_template(document, node.parent)),
            "the content of templates, and nothing else, is inert");
    require(node.previous == html::no_node ? parent.first_child == id
                                           : document[node.previous].next == id,
            "siblings follow each other");
    require(node.next != html::no_node || parent.last_child == id, "the last child is known");
  }
  // The parser removes markers, and what the content of templates replaces.
  const bool has_markers = document.text().find("<?") != std::string_view::npos;
  require(count == document.size() || (has_markers && count < document.size()),
          "every node is in the tree");
}

/// The above, and the places of all attributes and texts.
inline void require_document(html::Document const& document) {
  require_tree(document);
  for (html::NodeId id = document.root(); id != html::no_node; id = document.next_in_tree(id)) {
    html::Node const& node = document[id];
    require_inside(node.source, document.text());
    if (node.type == html::NodeType::text) require_places(document.text_of(id), document.text());
    require(text::find_invalid_utf8(node.name) == node.name.size(), "names are UTF-8");
    for (html::Attribute const& attribute : document.attributes(id)) {
      require_places(attribute, document.text());
      require(text::find_invalid_utf8(attribute.name) == attribute.name.size(), "names are UTF-8");
    }
  }
}

}  // namespace hrefkit::fuzz
