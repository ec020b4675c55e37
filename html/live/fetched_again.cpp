#include "hrefkit/html/live/fetched_again.h"

#include <optional>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/html/link_rel.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

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
  if (row.fetch == LinkFetch::none || row.on_insertion == OnInsertion::kept) return false;
  const bool by_rel = row.fetch == LinkFetch::by_rel || row.fetch == LinkFetch::non_empty_by_rel;
  if (by_rel) return has_fetched_type(document, element);
  if (row.condition == LinkCondition::image_button) return is_button_with_image(document, element);
  if (row.condition != LinkCondition::in_picture) return true;
  return document.is_html(document[element].parent, "picture");
}

std::vector<NodeId> images_behind_source(Document const& document, NodeId element) {
  std::vector<NodeId> images;
  const NodeId picture = document[element].parent;
  if (!document.is_html(element, "source") || picture == no_node) return images;
  if (!document.is_html(picture, "picture")) return images;
  for (NodeId id = document[element].next; id != no_node; id = document[id].next) {
    if (document.is_html(id, "img")) images.push_back(id);
  }
  return images;
}

}  // namespace hrefkit::html
