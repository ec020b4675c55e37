#include "hrefkit/html/link_table.h"

#include <algorithm>
#include <tuple>

#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html {

namespace {

constexpr NameFilter filter = [] {
  NameFilter names;
  for (LinkRow const& row : link_row_table) {
    if (!row.attribute.empty()) names.add(row.attribute);
  }
  return names;
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
  // FAST: most attributes are not in the table.
  if (!attribute.empty() && !filter.may_contain(attribute)) return nullptr;
  LinkRow const* row = find_exact(element_ns, element, attribute, attribute_ns);
  return row != nullptr ? row : find_exact(element_ns, "*", attribute, attribute_ns);
}

}  // namespace hrefkit::html
