// Finds tag names by their first eight bytes.
#pragma once

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/text/name_table.h"

namespace hrefkit::html {

inline constexpr text::NameTable<tag_names, 0x42DA1744943E0915, 10> tag_name_table;
static_assert(tag_name_table.is_perfect(), "two names share a slot: find another multiplier");

}  // namespace hrefkit::html
