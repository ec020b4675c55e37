#include "hrefkit/html/scan/link_index.h"

#include <algorithm>

namespace hrefkit::html::scan {

namespace {

constexpr std::size_t number_of(LinkRow const& row) {
  const auto found = std::find(attribute_names.begin(), attribute_names.end(), attribute_name(row));
  return static_cast<std::size_t>(found - attribute_names.begin());
}

/// The number of an element's name, which must be known, in `TagName`.
constexpr std::size_t number_of_element(LinkRow const& row) {
  const auto found = std::lower_bound(tag_names.begin(), tag_names.end(), row.element);
  if (*found != row.element) throw "an element of the link table is not in tag_name.h";
  return static_cast<std::size_t>(found - tag_names.begin()) + 1;
}

}  // namespace

constexpr LinkIndex::LinkIndex() {
  static_assert(link_row_table.size() < 255);
  // Rows are sorted: those of any element ("*") come first, so that an element's own replace them.
  for (std::size_t i = 0; i < link_row_table.size(); ++i) {
    LinkRow const& row = link_row_table[i];
    if (row.attribute.empty()) continue;  // an element's text
    const std::size_t attribute = number_of(row);
    if (row.element_ns != Namespace::html) {
      foreign_links_ |= mask_of(static_cast<AttributeName>(attribute));
    } else if (row.element == "*") {
      for (std::size_t element = 0; element < tag_name_count; ++element) set(element, attribute, i);
    } else {
      set(number_of_element(row), attribute, i);
    }
  }
}

constexpr void LinkIndex::set(std::size_t element, std::size_t attribute, std::size_t row) {
  rows_[element][attribute] = static_cast<std::uint8_t>(row + 1);
  links_[element] |= mask_of(static_cast<AttributeName>(attribute));
}

constexpr LinkIndex link_index;

}  // namespace hrefkit::html::scan
