// Which attributes of which elements name URLs, what for, and how the URLs are written in them.
//
//   if (LinkRow const* row = find_link_row(Namespace::html, "a", "href", Namespace::none)) ...
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "hrefkit/html/link.h"
#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

/// How URLs are written in a value.
enum class LinkGrammar : std::uint8_t {
  url,         ///< the whole value is one URL
  space_list,  ///< URLs with ASCII white space between (url_list.h)
  comma_list,  ///< URLs with commas between (url_list.h)
  srcset,      ///< image candidates (srcset.h)
  refresh,     ///< seconds and a URL (refresh.h)
  css,         ///< style sheet or declarations (css_urls.h)
  document,    ///< no URL: a document of its own, with links of its own
};

/// What else decides about a row.
enum class LinkRule : std::uint8_t {
  plain,
  kind_by_rel,         ///< the element's `rel` gives the kind (link_rel.h)
  empty_is_document,   ///< a value of white space names no URL: the form goes to its document
  http_equiv_refresh,  ///< counts where the element's `http-equiv` is "refresh" in any case
  type_css,            ///< counts where `type` is absent, empty or "text/css" in any case
};

/// One place where URLs stand: an attribute, or an element's text.
struct LinkRow {
  Namespace element_ns;
  std::string_view element;    ///< local name; "*" is any element of the namespace
  Namespace attribute_ns;      ///< `none` or `xlink`
  std::string_view attribute;  ///< local name; empty for the element's own text
  LinkKind kind;
  LinkGrammar grammar;
  std::string_view source;  ///< the standard and what in it defines the row
  LinkRule rule = LinkRule::plain;
};

/// All rows, in the order of element namespace, element, attribute namespace and attribute.
std::span<LinkRow const> link_rows();

/// The row of an attribute, or of the element's text when `attribute` is empty. The element's own
/// row goes before that of "*". Null when no URL stands there. Names are local names as the DOM has
/// them; case counts.
LinkRow const* find_link_row(Namespace element_ns, std::string_view element,
                             std::string_view attribute, Namespace attribute_ns);

/// The attribute's name as output spells it, such as "xlink:href"; empty for an element's text.
std::string_view attribute_name(LinkRow const& row);

}  // namespace hrefkit::html
