// The attribute names that the scan engine looks at, as numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "hrefkit/html/names/name_table.h"

namespace hrefkit::html::scan {

/// An attribute that holds URLs, or that decides about one that does.
enum class AttributeName : std::uint8_t {
  action,
  altimg,
  archive,
  background,
  cite,
  classid,
  code,
  codebase,
  content,
  data,
  dynsrc,
  formaction,
  href,
  http_equiv,
  icon,
  id,
  imagesrcset,
  itemid,
  itemtype,
  longdesc,
  lowsrc,
  manifest,
  name,
  object,
  ping,
  poster,
  profile,
  rel,
  src,
  srcdoc,
  srcset,
  style,
  type,
  xlink_href,
  xml_base,
  other,  ///< every other name
};

/// The names, in the order of the enumerators.
inline constexpr std::array attribute_names = std::to_array<std::string_view>(
    {"action",   "altimg",  "archive",     "background", "cite",       "classid",    "code",
     "codebase", "content", "data",        "dynsrc",     "formaction", "href",       "http-equiv",
     "icon",     "id",      "imagesrcset", "itemid",     "itemtype",   "longdesc",   "lowsrc",
     "manifest", "name",    "object",      "ping",       "poster",     "profile",    "rel",
     "src",      "srcdoc",  "srcset",      "style",      "type",       "xlink:href", "xml:base"});

inline constexpr std::size_t attribute_name_count = attribute_names.size();

/// A set of attribute names.
using AttributeMask = std::uint64_t;
static_assert(attribute_name_count < 64);

constexpr AttributeMask mask_of(AttributeName name) {
  return AttributeMask{1} << static_cast<unsigned>(name);
}

inline constexpr AttributeMask href_mask = mask_of(AttributeName::href);
inline constexpr AttributeMask xml_base_mask = mask_of(AttributeName::xml_base);
inline constexpr AttributeMask pragma_mask =
    mask_of(AttributeName::http_equiv) | mask_of(AttributeName::content);

/// A quick no for most names: which first letters occur among names of each length.
class NameFilter {
 public:
  constexpr NameFilter() = default;

  constexpr void add(std::string_view name) { letters_[name.size()] |= letter(name[0]); }

  constexpr void add_all() { letters_.fill(~std::uint32_t{0}); }

  /// True when a name as written, of that length and first byte, may be one of those added.
  constexpr bool may_contain(std::size_t length, char first) const {
    return (letters_[std::min(length, letters_.size() - 1)] & letter(first)) != 0;
  }

 private:
  static constexpr std::uint32_t letter(char c) { return std::uint32_t{1} << (c & 31); }

  std::array<std::uint32_t, 16> letters_{};
};

inline constexpr NameFilter attribute_filter = [] {
  NameFilter filter;
  for (const std::string_view name : attribute_names) filter.add(name);
  return filter;
}();

inline constexpr NameTable<attribute_names, 0xEF56CFBB26463919, 6> attribute_name_table;
static_assert(attribute_name_table.is_perfect(), "two names share a slot: find another multiplier");

/// The name as written in a tag, in any ASCII case; `packed` is its packed form (name_table.h).
inline AttributeName attribute_name(std::uint64_t packed, std::string_view written) {
  const std::size_t index = attribute_name_table.find(packed, written);
  return index == 0 ? AttributeName::other : static_cast<AttributeName>(index - 1);
}

}  // namespace hrefkit::html::scan
