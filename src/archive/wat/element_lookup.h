// Finds the elements and attributes that count.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/archive/wat/element_table.h"
#include "hrefkit/text/name_table.h"

namespace hrefkit::archive {

namespace element_lookup {

using A = SoupAttribute;

// clang-format off
inline constexpr std::array elements{
    SoupElement{"a", SoupRole::anchor, false, false, {{{A::href, {A::target, A::alt, A::title, A::rel, A::hreflang, A::type}}}}},
    SoupElement{"address", SoupRole::none, true},
    SoupElement{"applet", SoupRole::links, false, false, {{{A::codebase}, {A::cdata}}}},
    SoupElement{"area", SoupRole::links, false, false, {{{A::href, {A::rel}, false}}}},
    SoupElement{"article", SoupRole::none, true},
    SoupElement{"aside", SoupRole::none, true},
    SoupElement{"audio", SoupRole::links, false, false, {{{A::src}}}},
    SoupElement{"base", SoupRole::base, false, false, {{{A::href}}}},
    SoupElement{"blockquote", SoupRole::links, true, false, {{{A::cite}}}},
    SoupElement{"body", SoupRole::body, true},
    SoupElement{"br", SoupRole::none, true},
    SoupElement{"button", SoupRole::links, true, false, {{{A::formaction}}}},
    SoupElement{"canvas", SoupRole::none, true},
    SoupElement{"caption", SoupRole::none, true},
    SoupElement{"center", SoupRole::none, true},
    SoupElement{"cite", SoupRole::none, true},
    SoupElement{"col", SoupRole::none, true},
    SoupElement{"colgroup", SoupRole::none, true},
    SoupElement{"datalist", SoupRole::none, true},
    SoupElement{"dd", SoupRole::none, true},
    SoupElement{"del", SoupRole::links, false, false, {{{A::cite}}}},
    SoupElement{"details", SoupRole::none, true},
    SoupElement{"div", SoupRole::links, true, true},
    SoupElement{"dl", SoupRole::none, true},
    SoupElement{"dt", SoupRole::none, true},
    SoupElement{"embed", SoupRole::links, true, false, {{{A::src}}}},
    SoupElement{"fieldset", SoupRole::none, true},
    SoupElement{"figcaption", SoupRole::none, true},
    SoupElement{"figure", SoupRole::none, true},
    SoupElement{"footer", SoupRole::none, true},
    SoupElement{"form", SoupRole::links, true, false, {{{A::action, {A::target, A::method}, false}}}},
    SoupElement{"frame", SoupRole::links, false, false, {{{A::src}}}},
    SoupElement{"h1", SoupRole::none, true},
    SoupElement{"h2", SoupRole::none, true},
    SoupElement{"h3", SoupRole::none, true},
    SoupElement{"h4", SoupRole::none, true},
    SoupElement{"h5", SoupRole::none, true},
    SoupElement{"h6", SoupRole::none, true},
    SoupElement{"head", SoupRole::head},
    SoupElement{"header", SoupRole::none, true},
    SoupElement{"hgroup", SoupRole::none, true},
    SoupElement{"hr", SoupRole::none, true},
    SoupElement{"html", SoupRole::html},
    SoupElement{"iframe", SoupRole::links, true, false, {{{A::src}}}},
    SoupElement{"img", SoupRole::links, true, false, {{{A::src, {A::alt, A::title}}, {A::longdesc}}}},
    SoupElement{"input", SoupRole::links, true, true, {{{A::src}, {A::formaction}}}},
    SoupElement{"ins", SoupRole::links, false, false, {{{A::cite}}}},
    SoupElement{"label", SoupRole::none, true},
    SoupElement{"legend", SoupRole::none, true},
    SoupElement{"li", SoupRole::none, true},
    SoupElement{"link", SoupRole::link, false, false, {{{A::href, {A::rel, A::type}}}}},
    SoupElement{"map", SoupRole::none, true},
    SoupElement{"menuitem", SoupRole::links, false, false, {{{A::icon}}}},
    SoupElement{"meta", SoupRole::meta},
    SoupElement{"noframes", SoupRole::none, true},
    SoupElement{"noscript", SoupRole::none, true},
    SoupElement{"object", SoupRole::links, true, false, {{{A::codebase}, {A::cdata}, {A::data}}}},
    SoupElement{"ol", SoupRole::none, true},
    SoupElement{"optgroup", SoupRole::none, true},
    SoupElement{"output", SoupRole::none, true},
    SoupElement{"p", SoupRole::none, true},
    SoupElement{"pre", SoupRole::pre, true},
    SoupElement{"progress", SoupRole::none, true},
    SoupElement{"q", SoupRole::links, true, false, {{{A::cite}}}},
    SoupElement{"script", SoupRole::script, false, false, {{{A::src, {A::type}}}}},
    SoupElement{"section", SoupRole::none, true},
    SoupElement{"select", SoupRole::none, true},
    SoupElement{"source", SoupRole::links, false, false, {{{A::src}}}},
    SoupElement{"style", SoupRole::style},
    SoupElement{"summary", SoupRole::none, true},
    SoupElement{"svg", SoupRole::svg},
    SoupElement{"table", SoupRole::none, true},
    SoupElement{"tbody", SoupRole::none, true},
    SoupElement{"td", SoupRole::none, true},
    SoupElement{"textarea", SoupRole::none, true},
    SoupElement{"tfoot", SoupRole::none, true},
    SoupElement{"th", SoupRole::none, true},
    SoupElement{"thead", SoupRole::none, true},
    SoupElement{"time", SoupRole::none, true},
    SoupElement{"title", SoupRole::title, true},
    SoupElement{"tr", SoupRole::none, true},
    SoupElement{"track", SoupRole::links, false, false, {{{A::src}}}},
    SoupElement{"ul", SoupRole::none, true},
    SoupElement{"video", SoupRole::links, true, false, {{{A::src}, {A::poster}}}},
};
// clang-format on
inline constexpr auto by_name = [](SoupElement const& a, SoupElement const& b) {
  return a.name < b.name;
};
static_assert(std::is_sorted(elements.begin(), elements.end(), by_name));

inline constexpr auto element_names = [] {
  std::array<std::string_view, elements.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = elements[i].name;
  return names;
}();
inline constexpr text::NameTable<element_names, text::find_multiplier<element_names, 10>(), 10>
    element_table;
static_assert(element_table.is_perfect());

static_assert(name_of(SoupAttribute::http_equiv) == "http-equiv");
static_assert(name_of(SoupAttribute::xml_lang) == soup_attribute_names.back());
inline constexpr auto attribute_names = [] {
  std::array<std::string_view, soup_attribute_names.size() - 1> names;
  std::copy(soup_attribute_names.begin() + 1, soup_attribute_names.end(), names.begin());
  return names;
}();
inline constexpr text::NameTable<attribute_names, text::find_multiplier<attribute_names, 8>(), 8>
    attribute_table;
static_assert(attribute_table.is_perfect());

}  // namespace element_lookup

/// The row of an element; null for one that means nothing. The name is as written, and `packed` its
/// packed form (name_table.h).
inline SoupElement const* find_soup_element(std::string_view name, std::uint64_t packed) {
  const std::size_t place = element_lookup::element_table.find(packed, name);
  return place != 0 ? &element_lookup::elements[place - 1] : nullptr;
}

/// The attribute of that name, or none.
inline SoupAttribute find_soup_attribute(std::string_view name, std::uint64_t packed) {
  return static_cast<SoupAttribute>(element_lookup::attribute_table.find(packed, name));
}

}  // namespace hrefkit::archive
