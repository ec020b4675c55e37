// What Gumbo makes of a document that it reads as it is, without the guard's cares.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>

namespace hrefkit::test {

inline std::string name_in_gumbo(GumboElement const& element) {
  std::string name = gumbo_normalized_tagname(element.tag);
  if (name.empty()) {
    GumboStringPiece written = element.original_tag;
    gumbo_tag_from_original_text(&written);
    name.assign(written.data, written.length);
  }
  if (element.tag_namespace == GUMBO_NAMESPACE_SVG) return "svg:" + name;
  return element.tag_namespace == GUMBO_NAMESPACE_MATHML ? "mathml:" + name : name;
}

/// The children in the form of `tree_text` (tree_text.h), without marks of clones and shadow roots.
inline std::string tree_in_gumbo(GumboElement const& parent) {
  std::string text;
  for (unsigned i = 0; i < parent.children.length; ++i) {
    auto const& node = *static_cast<GumboNode const*>(parent.children.data[i]);
    const bool is_template = node.type == GUMBO_NODE_TEMPLATE;
    if (node.type != GUMBO_NODE_ELEMENT && !is_template) continue;
    if (!text.empty()) text += ' ';
    text += name_in_gumbo(node.v.element);
    const std::string below = tree_in_gumbo(node.v.element);
    if (!below.empty()) text += (is_template ? '[' : '(') + below + (is_template ? ']' : ')');
  }
  return text;
}

/// What the body, or the frameset, of `text` holds, in the form of `body_text`.
inline std::string body_in_gumbo(std::string_view text) {
  GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, text.data(), text.size());
  GumboVector const& parts = output->root->v.element.children;
  std::string inside;
  for (unsigned i = 0; i < parts.length; ++i) {
    auto const& node = *static_cast<GumboNode const*>(parts.data[i]);
    if (node.type != GUMBO_NODE_ELEMENT || node.v.element.tag == GUMBO_TAG_HEAD) continue;
    inside = tree_in_gumbo(node.v.element);
    if (node.v.element.tag == GUMBO_TAG_FRAMESET) inside.insert(0, "frameset: ");
  }
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return inside;
}

}  // namespace hrefkit::test
