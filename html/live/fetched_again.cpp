#include "hrefkit/html/live/fetched_again.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "hrefkit/html/link_rel.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// An attribute of an HTML element.
struct FetchedAttribute {
  std::string_view element;
  std::string_view attribute;
};

constexpr auto html_attributes = std::to_array<FetchedAttribute>({
    {"embed", "src"},
    {"frame", "src"},
    {"iframe", "src"},
    {"img", "src"},
    {"img", "srcset"},
    {"input", "src"},
    {"object", "data"},
    {"source", "srcset"},  // of a picture: see below
    {"video", "poster"},
});

/// HTML Standard 4.6.7: a style sheet that is disabled is not fetched ("linked resource fetch setup
/// steps" of link type "stylesheet").
bool has_fetched_type(Document const& document, NodeId link) {
  const auto rel = document.find_attribute(link, "rel");
  if (!rel || !names_fetched_resource(rel->value)) return false;
  return kind_of_rel(rel->value) != LinkKind::stylesheet ||
         !document.find_attribute(link, "disabled");
}

bool is_button_with_image(Document const& document, NodeId input) {
  const auto type = document.find_attribute(input, "type");
  return type && text::equals_ignoring_ascii_case(type->value, "image");
}

}  // namespace

bool is_fetched_on_insertion(Document const& document, NodeId element, LinkRow const& row) {
  if (row.kind == LinkKind::css) return true;
  const Node node = document[element];
  if (node.ns == Namespace::svg) {
    return row.attribute == "href" &&
           (node.name == "image" || node.name == "feImage" || node.name == "use");
  }
  if (node.ns != Namespace::html) return false;
  if (node.name == "link") {
    return (row.attribute == "href" || row.attribute == "imagesrcset") &&
           has_fetched_type(document, element);
  }
  const auto* found =
      std::find_if(html_attributes.begin(), html_attributes.end(), [&](auto const& fetched) {
        return fetched.element == node.name && fetched.attribute == row.attribute;
      });
  if (found == html_attributes.end()) return false;
  if (node.name == "source") return document.is_html(node.parent, "picture");
  if (node.name == "input") return is_button_with_image(document, element);
  return true;
}

std::vector<NodeId> images_beside_source(Document const& document, NodeId element) {
  std::vector<NodeId> images;
  const NodeId picture = document[element].parent;
  if (!document.is_html(element, "source") || picture == no_node) return images;
  if (!document.is_html(picture, "picture")) return images;
  for (NodeId id = document[picture].first_child; id != no_node; id = document[id].next) {
    if (document.is_html(id, "img")) images.push_back(id);
  }
  return images;
}

}  // namespace hrefkit::html
