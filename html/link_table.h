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

/// What else a row depends on.
enum class LinkRule : std::uint8_t {
  plain,
  kind_by_rel,         ///< the element's `rel` gives the kind
  empty_is_document,   ///< a value of white space is not a URL: the form goes to its document
  empty_is_own_url,    ///< a value of white space is the address of the document itself
  http_equiv_refresh,  ///< counts where the element's `http-equiv` is "refresh" in any case
  type_css,            ///< counts where `type` is absent, empty or "text/css" in any case
  element_reference,   ///< refers to an element: a fragment alone leads into its own document
  not_animation,       ///< counts on all elements but the animation elements
  kind_by_feed_rel,    ///< the same as `kind_by_rel` by the relations of Atom
  permalink,           ///< counts where `isPermaLink` is absent or "true"
};

/// What an element does about a URL when it is affected by a base URL change (base_effect.h).
enum class BaseEffect : std::uint8_t {
  hyperlink,  ///< "If the element creates a hyperlink": resolved again, what is shown is updated
  cite,       ///< a quotation's or an edit's `cite`: the same
  none,       ///< "not directly affected": what was fetched stays, a later read gives another URL
  reload,     ///< its element was inserted into another document, which fetches it again
};

/// Which standards give a row its effect. Under the others it has none.
enum class EffectStandards : std::uint8_t { all, living, older };

/// One place where URLs stand: an attribute, or an element's text.
struct LinkRow {
  Namespace element_ns = Namespace::html;
  std::string_view element = {};             ///< local name; "*" is any element of the namespace
  Namespace attribute_ns = Namespace::none;  ///< `none` or `xlink`
  std::string_view attribute = {};           ///< local name; empty for the element's own text
  LinkKind kind = LinkKind::hyperlink;
  LinkGrammar grammar = LinkGrammar::url;
  std::string_view source = {};  ///< the standard and what in it defines the row
  LinkRule rule = LinkRule::plain;
  BaseEffect effect = BaseEffect::none;
  EffectStandards effect_standards = EffectStandards::all;
};

/// All rows, in the order of element namespace, element, attribute namespace and attribute.
std::span<LinkRow const> link_rows();

/// The row of an attribute, or of the element's text when `attribute` is empty. The element's own
/// row comes before the row of "*". Null when no URL stands there. Names are local names as the DOM
/// has them; case counts.
LinkRow const* find_link_row(Namespace element_ns, std::string_view element,
                             std::string_view attribute, Namespace attribute_ns);

/// The attribute's name as output spells it, such as "xlink:href"; empty for an element's text.
constexpr std::string_view attribute_name(LinkRow const& row) {
  return row.attribute_ns == Namespace::xlink ? std::string_view("xlink:href") : row.attribute;
}

}  // namespace hrefkit::html
