// The link table by numbers: which row an attribute of an HTML element has, and which attributes of
// an element matter at all.
#pragma once

#include <array>
#include <cstdint>

#include "hrefkit/html/links/attribute_name.h"
#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html::scan {

/// Derived from the link table.
class LinkIndex {
 public:
  constexpr LinkIndex();

  /// The row of an attribute of an HTML element, or null.
  LinkRow const* row(TagName element, AttributeName attribute) const {
    const std::uint8_t index =
        rows_[static_cast<std::size_t>(element)][static_cast<std::size_t>(attribute)];
    return index == 0 ? nullptr : &link_row_table[index - 1];
  }

  /// The attributes of an HTML element that have a row.
  AttributeMask links_of(TagName element) const {
    return links_[static_cast<std::size_t>(element)];
  }

  /// The attributes of SVG and MathML elements that have a row.
  AttributeMask foreign_links() const { return foreign_links_; }

 private:
  constexpr void set(std::size_t element, std::size_t attribute, std::size_t row);

  std::array<std::array<std::uint8_t, attribute_name_count>, tag_name_count> rows_{};
  std::array<AttributeMask, tag_name_count> links_{};
  AttributeMask foreign_links_ = 0;
};

extern const LinkIndex link_index;

}  // namespace hrefkit::html::scan
