#include "hrefkit/html/link_table.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view any_element = "*";

/// The names that rows have.
struct RowNames {
  NameFilter attributes;
  NameFilter attributes_of_any;      ///< of rows for any element
  NameFilter elements_with_content;  ///< of rows for the text of an element
};

constexpr RowNames names = [] {
  RowNames all;
  for (LinkRow const& row : link_row_table) {
    if (row.attribute.empty()) {
      all.elements_with_content.add(row.element);
      continue;
    }
    all.attributes.add(row.attribute);
    if (row.element == any_element) all.attributes_of_any.add(row.attribute);
  }
  return all;
}();

LinkRow const* find_exact(Namespace element_ns, std::string_view element,
                          std::string_view attribute, Namespace attribute_ns) {
  const auto wanted = std::tuple(element_ns, element, attribute_ns, attribute);
  const auto row = std::partition_point(link_row_table.begin(), link_row_table.end(),
                                        [&](LinkRow const& r) { return link_row_key(r) < wanted; });
  return row != link_row_table.end() && link_row_key(*row) == wanted ? &*row : nullptr;
}

}  // namespace

std::span<LinkRow const> link_rows() {
  return link_row_table;
}

LinkRow const* find_link_row(Namespace element_ns, std::string_view element,
                             std::string_view attribute, Namespace attribute_ns) {
  // FAST: most attributes, and the text of most elements, are not in the table: 7 % of a page of
  // small frames.
  const bool may_have_row =
      attribute.empty() ? !element.empty() && names.elements_with_content.may_contain(element)
                        : names.attributes.may_contain(attribute);
  if (!may_have_row) return nullptr;
  LinkRow const* row = find_exact(element_ns, element, attribute, attribute_ns);
  if (row != nullptr || attribute.empty() || !names.attributes_of_any.may_contain(attribute)) {
    return row;
  }
  return find_exact(element_ns, any_element, attribute, attribute_ns);
}

}  // namespace hrefkit::html
