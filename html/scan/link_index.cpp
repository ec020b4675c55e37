#include "hrefkit/html/scan/link_index.h"

#include <cassert>

namespace hrefkit::html::scan {

namespace {

AttributeName name_of(LinkRow const& row) {
  const std::string_view written = hrefkit::html::attribute_name(row);
  const AttributeName name = attribute_name(pack_name(written), written);
  assert(name != AttributeName::other);
  return name;
}

}  // namespace

LinkIndex const& LinkIndex::get() {
  static const LinkIndex index;
  return index;
}

LinkIndex::LinkIndex() {
  assert(link_rows().size() < 255);
  for (LinkRow const& row : link_rows()) {
    if (row.element_ns != Namespace::html && !row.attribute.empty()) {
      foreign_links_ |= mask_of(name_of(row));
    }
  }
  // The rows of any element first, so that an element's own go before them.
  for (const bool any : {true, false}) {
    for (std::size_t i = 0; i < link_rows().size(); ++i) {
      LinkRow const& row = link_rows()[i];
      if (row.element_ns != Namespace::html || (row.element == "*") != any) continue;
      if (row.attribute.empty()) continue;  // an element's text
      if (!any) {
        set(tag_name(row.element), row, i);
        continue;
      }
      for (std::size_t name = 0; name < tag_name_count; ++name) {
        set(static_cast<TagName>(name), row, i);
      }
    }
  }
}

void LinkIndex::set(TagName element, LinkRow const& row, std::size_t index) {
  const AttributeName attribute = name_of(row);
  rows_[static_cast<std::size_t>(element)][static_cast<std::size_t>(attribute)] =
      static_cast<std::uint8_t>(index + 1);
  links_[static_cast<std::size_t>(element)] |= mask_of(attribute);
}

}  // namespace hrefkit::html::scan
