// The attributes that the link table names, and those that decide about them, as numbers. All of it
// is derived from the table's rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/name_filter.h"
#include "hrefkit/text/name_table.h"

namespace hrefkit::html {

namespace attribute_name_detail {

/// Attributes without URLs that decide about URLs, bases or anchors.
inline constexpr std::array<std::string_view, 7> deciding_names{
    "http-equiv", "id", "name", "rel", "type", "usemap", "xml:base"};

/// Sorted names, of which the first `count` are different from each other.
struct NameList {
  std::array<std::string_view, link_row_table.size() + deciding_names.size()> names{};
  std::size_t count = 0;
};

consteval NameList list_names() {
  NameList list;
  const auto add = [&](std::string_view name) {
    const auto end = list.names.begin() + static_cast<std::ptrdiff_t>(list.count);
    if (name.empty() || std::find(list.names.begin(), end, name) != end) return;
    list.names[list.count++] = name;
  };
  for (LinkRow const& row : link_row_table) add(attribute_name(row));
  for (const std::string_view name : deciding_names) add(name);
  std::sort(list.names.begin(), list.names.begin() + static_cast<std::ptrdiff_t>(list.count));
  return list;
}

inline constexpr NameList list = list_names();

}  // namespace attribute_name_detail

inline constexpr std::size_t attribute_name_count = attribute_name_detail::list.count;

/// The names as tags have them ("xlink:href"), sorted.
inline constexpr auto attribute_names = [] {
  std::array<std::string_view, attribute_name_count> names{};
  std::copy_n(attribute_name_detail::list.names.begin(), names.size(), names.begin());
  return names;
}();

/// The place of a name in `attribute_names`, or their count for every other name.
enum class AttributeName : std::uint8_t {};

inline constexpr AttributeName other_attribute{attribute_name_count};

constexpr std::string_view name(AttributeName attribute) {
  return attribute_names[static_cast<std::size_t>(attribute)];
}

/// The number of a name that is known to be in the list; any other does not compile.
consteval AttributeName attribute_named(std::string_view name) {
  const auto found = std::find(attribute_names.begin(), attribute_names.end(), name);
  if (found == attribute_names.end()) throw "not in the list";
  return static_cast<AttributeName>(found - attribute_names.begin());
}

/// A set of attribute names.
using AttributeMask = std::uint64_t;
static_assert(attribute_name_count < 63, "bit 63 is TagFilter::whole_tag");

constexpr AttributeMask mask_of(AttributeName attribute) {
  return AttributeMask{1} << static_cast<unsigned>(attribute);
}

inline constexpr NameFilter attribute_filter = [] {
  NameFilter filter;
  for (const std::string_view name : attribute_names) filter.add(name);
  return filter;
}();

inline constexpr text::NameTable<attribute_names, text::find_multiplier<attribute_names, 8>(), 8>
    attribute_name_table;
static_assert(attribute_name_table.is_perfect());

/// The name as written in a tag, in any ASCII case; `packed` is its packed form (name_table.h).
inline AttributeName read_attribute_name(std::uint64_t packed, std::string_view written) {
  const std::size_t index = attribute_name_table.find(packed, written);
  return index == 0 ? other_attribute : static_cast<AttributeName>(index - 1);
}

}  // namespace hrefkit::html
