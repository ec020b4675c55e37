// The attribute names that the scan engine looks at, as numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

/// A quick no for most names: which first letters occur among names of each length.
class AttributeFilter {
 public:
  constexpr AttributeFilter() {
    for (const std::string_view name : attribute_names) letters_[name.size()] |= letter(name[0]);
  }

  /// True when a name as written, of that length and first byte, may be one of `attribute_names`.
  constexpr bool may_contain(std::size_t length, char first) const {
    return length < letters_.size() && (letters_[length] & letter(first)) != 0;
  }

 private:
  static constexpr std::uint32_t letter(char c) { return std::uint32_t{1} << (c & 31); }

  std::array<std::uint32_t, 16> letters_{};
};

inline constexpr AttributeFilter attribute_filter;

/// The name as written in a tag, in any ASCII case.
AttributeName attribute_name(std::string_view written);

}  // namespace hrefkit::html::scan
