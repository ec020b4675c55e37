// Trees as text, for tests: `div(a b(i))` for what is in the body.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/html/parse/gumbo_adapter.h"

namespace hrefkit::test {

/// The children of `parent`, in one line. Foreign elements have the name of their namespace before
/// them, `*` marks clones and `#` shadow roots. The children of templates stand in brackets.
inline std::string tree_text(html::Document const& document, html::NodeId parent) {
  std::string text;
  for (html::NodeId id = document[parent].first_child; id != html::no_node;
       id = document[id].next) {
    html::Node const& node = document[id];
    if (node.type != html::NodeType::element) continue;
    if (!text.empty()) text += ' ';
    if (node.ns != html::Namespace::html) text += std::string(html::name(node.ns)) + ':';
    text += node.name;
    if (node.clone) text += '*';
    if (node.is_shadow_root) text += '#';
    const std::string below = tree_text(document, id);
    if (!below.empty())
      text += (node.name == "template" ? '[' : '(') + below + (node.name == "template" ? ']' : ')');
  }
  return text;
}

/// What the body, or the frameset, of `text` holds.
inline std::string body_text(std::string_view text, bool scripting = false) {
  html::Notes notes;
  const html::Document document = html::parse_html(text, scripting, notes);
  if (!notes.empty()) return "listed";
  const html::NodeId body = document[document[document.root()].first_child].last_child;
  const std::string inside = tree_text(document, body);
  return document[body].name == "body" ? inside : std::string(document[body].name) + ": " + inside;
}

}  // namespace hrefkit::test
