// Which tags the scanner passes to the page: most change nothing and hold no link.
#pragma once

#include <array>

#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"

namespace hrefkit::html::scan {

/// The tags that a page wants.
struct TagFilter {
  NameFilter names;  ///< a quick "no" for most of them
  /// For each name the attributes that count, and `whole_tag`.
  std::array<AttributeMask, tag_name_count> attributes{};

  /// Start and end tags of the name count, whatever their attributes.
  static constexpr AttributeMask whole_tag = AttributeMask{1} << 63;
};

/// Every tag, with all its attributes.
extern const TagFilter every_tag_filter;

/// What is wanted of a page.
struct FilterFor {
  bool xml_base = false;
  bool anchors = false;
  bool links = false;
  bool image_maps = false;
  bool uses = false;  ///< of the links

  bool operator==(FilterFor const&) const = default;
};

/// The tags that matter wherever they stand, and those that hold what is wanted.
TagFilter make_tag_filter(FilterFor const& wanted);

}  // namespace hrefkit::html::scan
