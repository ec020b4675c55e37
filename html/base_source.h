// Where a base URL comes from, and why a base element gives it or does not.
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// Where a base URL comes from.
enum class BaseSource : std::uint8_t {
  document,
  base,
  xml_base,
  creator,
  container,
  item,  ///< the link of a feed's item (FeedBase::item)
};

/// True for the base of a part of a document.
constexpr bool is_of_scope(BaseSource source) {
  return source == BaseSource::xml_base || source == BaseSource::item;
}

/// The name used in output: "document", "base", "xml-base", "creator", "container", "item".
std::string_view name(BaseSource source);

/// Why a base element gives the document base URL or does not.
enum class BaseElementStatus : std::uint8_t {
  used,             ///< it gives the document base URL
  no_href,          ///< it has no href attribute
  second,           ///< another base element with href comes before it
  in_template,      ///< content of a template is inert
  in_shadow_tree,   ///< a shadow tree is not in the document tree
  not_html,         ///< a foreign element of that name, such as one of SVG
  outside_head,     ///< web-address: only children of head count
  unresolvable,     ///< its href does not resolve; the fallback stays
  unusable_scheme,  ///< whatwg: it gives a data: or javascript: URL; the fallback stays
  removed,          ///< a template with a for attribute removed it
  blocked,          ///< whatwg: a base-uri directive forbids it; the fallback stays
  over_budget,      ///< the base URLs of the file take too much memory or time; the fallback stays
};

/// The name used in output, such as "in-template".
std::string_view name(BaseElementStatus status);

}  // namespace hrefkit::html
