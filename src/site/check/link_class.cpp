#include "hrefkit/site/check/link_class.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "hrefkit/html/link_table.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

using html::Link;
using html::LinkKind;
using html::Namespace;
using std::string_view_literals::operator""sv;

/// Attributes that no browser fetches by, whatever the element is.
constexpr std::array not_fetched{"archive"sv,  "classid"sv,  "code"sv,     "codebase"sv,
                                 "itemid"sv,   "itemtype"sv, "longdesc"sv, "lowsrc"sv,
                                 "manifest"sv, "ping"sv,     "profile"sv};
static_assert(std::is_sorted(not_fetched.begin(), not_fetched.end()));

/// True for SVG elements that have a use for `href`; the link table has it for all.
bool takes_href(Link const& link) {
  const bool is_xlink = link.attribute == "xlink:href"sv;
  html::LinkRow const* const row = html::find_link_row(
      Namespace::svg, link.element, "href", is_xlink ? Namespace::xlink : Namespace::none);
  return row != nullptr && row->element != "*"sv;
}

/// True for what only names a thing, in the JSON of a script: the value of "@id", a template
/// ("/search?q={words}"), and the beginning of URLs to which an import map leads ("./lib/").
bool names_only(Link const& link, std::string_view text) {
  if (link.element != "script"sv || !link.attribute.empty()) return false;
  if (link.kind == LinkKind::script) return link.raw.ends_with('/');
  const auto strip = [&](std::string_view ends) {
    while (!text.empty() && ends.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  };
  text = text.substr(0, link.span.begin);
  if (text.ends_with('"')) text.remove_suffix(1);
  strip(" \t\r\n:");
  return text.ends_with("\"@id\"") || link.raw.find('{') != std::string_view::npos;
}

}  // namespace

std::optional<NotJudged> not_judged_for(Link const& link, std::string_view text) {
  if (names_only(link, text) || html::is_bare_guid(link)) return NotJudged::not_fetched;
  if (link.ns == Namespace::svg && link.kind == LinkKind::resource && !takes_href(link)) {
    return NotJudged::not_fetched;
  }
  if (link.attribute == "href"sv || link.attribute == "src"sv) return std::nullopt;
  if (link.ns == Namespace::html &&
      std::binary_search(not_fetched.begin(), not_fetched.end(), link.attribute)) {
    return NotJudged::not_fetched;
  }
  // A manifest's scope is a prefix of URLs.
  const bool is_scope = link.ns == Namespace::none && link.kind == LinkKind::metadata;
  if (is_scope || link.kind == LinkKind::ping) return NotJudged::not_fetched;
  return std::nullopt;
}

bool is_description(Link const& link) {
  return link.ns == Namespace::html && link.kind == LinkKind::metadata &&
         (link.element == "meta"sv || link.element == "script"sv);
}

bool wants_url(Link const& link) {
  if (is_description(link) && link.element == "meta"sv) return true;
  if (link.empty) return true;
  const bool is_action = link.attribute == "action"sv || link.attribute == "formaction"sv;
  return is_action && link.ns == Namespace::html;
}

bool is_loaded(Link const& link) {
  switch (link.kind) {
    case LinkKind::stylesheet:
    case LinkKind::script:
    case LinkKind::image:
    case LinkKind::media:
    case LinkKind::frame:
    case LinkKind::object:
    case LinkKind::css:
    case LinkKind::resource:
      return true;
    default:
      return false;
  }
}

bool asks_for_svg_id(Link const& link) {
  return link.kind == LinkKind::hyperlink || link.kind == LinkKind::frame ||
         (link.ns == Namespace::svg && link.element == "use"sv);
}

bool leads_reader(Link const& link) {
  switch (link.kind) {
    case LinkKind::hyperlink:
    case LinkKind::frame:
    case LinkKind::object:
    case LinkKind::form:
    case LinkKind::cite:
    case LinkKind::refresh:
      return true;
    default:
      return false;
  }
}

}  // namespace hrefkit::site
