#include "hrefkit/html/dom/shadow_root.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// DOM Standard 4.8, "valid shadow host name", but for custom elements.
constexpr auto host_names = std::to_array<std::string_view>(
    {"article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
     "header", "main", "nav", "p", "section", "span"});
static_assert(std::is_sorted(host_names.begin(), host_names.end()));

/// HTML Standard 4.13.3: names with a hyphen that SVG and MathML had before.
constexpr auto reserved_names = std::to_array<std::string_view>(
    {"annotation-xml", "color-profile", "font-face", "font-face-format", "font-face-name",
     "font-face-src", "font-face-uri", "missing-glyph"});
static_assert(std::is_sorted(reserved_names.begin(), reserved_names.end()));

/// HTML Standard 4.13.3, "valid custom element name", for names from the HTML parser, which have no
/// capitals.
bool is_custom_element_name(std::string_view name) {
  return !name.empty() && text::ascii_lower.contains(name.front()) &&
         name.find('-') != std::string_view::npos &&
         !std::binary_search(reserved_names.begin(), reserved_names.end(), name);
}

bool can_host(Document const& document, NodeId id) {
  Node const& node = document[id];
  return node.type == NodeType::element && node.ns == Namespace::html && !node.is_shadow_host &&
         (std::binary_search(host_names.begin(), host_names.end(), node.name) ||
          is_custom_element_name(node.name));
}

}  // namespace

bool becomes_shadow_root(Document const& document, NodeId id) {
  if (!document.is_html(id, "template")) return false;
  const auto mode = document.find_attribute(id, shadow_root_attribute);
  return mode &&
         (text::equals_ignoring_ascii_case(mode->value, "open") ||
          text::equals_ignoring_ascii_case(mode->value, "closed")) &&
         can_host(document, document[id].parent);
}

}  // namespace hrefkit::html
