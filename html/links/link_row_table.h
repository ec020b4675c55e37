// The rows of the link table. A new attribute is one row here and one row in the table's test:
// whatever depends on an attribute asks its row, and the scanner's numbers are derived from the
// rows at compile time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/text/name_table.h"

namespace hrefkit::html {

/// A row as it is written below: what each row has, then the columns in which it differs from the
/// defaults of LinkRow, in any order. The type of a value decides its column.
struct WrittenRow : LinkRow {
  template <typename... Columns>
  constexpr WrittenRow(Namespace ns, std::string_view of_element, Namespace name_ns,
                       std::string_view name, LinkKind of_kind, LinkGrammar written,
                       std::string_view defined, Columns... columns)
      : LinkRow{ns, of_element, name_ns, name, of_kind, written, defined} {
    (set(columns), ...);
    is_specifier = of_kind == LinkKind::module;
  }

 private:
  constexpr void set(LinkFetch value) { fetch = value; }
  constexpr void set(LinkRule value) { rule = value; }
  constexpr void set(BaseEffect value) { effect = value; }
  constexpr void set(EffectStandards value) { effect_standards = value; }
  constexpr void set(LinkCondition value) { condition = value; }
  constexpr void set(LoadLimit value) { limit = value; }
  constexpr void set(OnInsertion value) { on_insertion = value; }
  constexpr void set(UsableContent value) { usable = value; }
};

// Choices that no standard makes:
// - `object` and `applet`: each attribute that names a part of the object has the kind `object`,
//   the codebase too.
// - `href` of SVG elements that refer to other elements is a `resource`: a browser fetches it when
//   it is not in the same document.
// - An SVG element that takes `href` in SVG 2 also takes the `xlink:href` of SVG 1.1, and both are
//   links where both are written. Elements that only older versions have take `xlink:href` alone.
// - Astro's islands are custom elements whose script passes their attributes to `import()`. Without
//   them no script of such a site would be known.
// - SVG's presentation attributes (SVG 2 6.6) are rows where the property's grammar has `url()`.
// The effects are those of "Dynamic changes to base URLs", HTML Standard 2.4.3 and 2.6.5 of the
// HTML5 drafts. These texts speak of `href`; SVG's and MathML's hyperlinks have it in the XLink
// namespace as well.
// clang-format off
inline constexpr auto link_row_table = [] {
  using K = LinkKind;
  using G = LinkGrammar;
  using F = LinkFetch;
  using R = LinkRule;
  using E = BaseEffect;
  using S = EffectStandards;
  using C = LinkCondition;
  using L = LoadLimit;
  using I = OnInsertion;
  using U = UsableContent;
  using enum Namespace;
  constexpr std::string_view astro = "Astro 5, packages/astro/src/runtime/server/astro-island.ts";
  constexpr auto written = std::to_array<WrittenRow>({
      {html, "*", none, "itemid", K::metadata, G::url, "HTML, items", C::is_item},
      {html, "*", none, "itemtype", K::metadata, G::space_list, "HTML, items", C::is_name},
      {html, "*", none, "style", K::css, G::css, "HTML, the style attribute", F::at_once},
      {html, "a", none, "href", K::hyperlink, G::url, "HTML, links created by a and area", E::hyperlink},
      {html, "a", none, "ping", K::ping, G::space_list, "HTML, hyperlink auditing", E::hyperlink, S::living, C::never},
      {html, "applet", none, "archive", K::object, G::comma_list, "HTML 4.01 13.4, the applet element", C::never},
      {html, "applet", none, "code", K::object, G::url, "HTML 4.01 13.4, the applet element", C::never},
      {html, "applet", none, "codebase", K::object, G::url, "HTML 4.01 13.4, the applet element", C::never},
      {html, "applet", none, "object", K::object, G::url, "HTML 4.01 13.4, the applet element"},
      {html, "area", none, "href", K::hyperlink, G::url, "HTML, links created by a and area", E::hyperlink},
      {html, "area", none, "ping", K::ping, G::space_list, "HTML, hyperlink auditing", E::hyperlink, S::living, C::never},
      {html, "article", none, "cite", K::cite, G::url, "HTML5 drafts, changes to base URLs", E::cite, S::older},
      {html, "astro-island", none, "before-hydration-url", K::module, G::url, astro, F::non_empty_when_shown},
      {html, "astro-island", none, "component-url", K::module, G::url, astro, F::non_empty_when_shown},
      {html, "astro-island", none, "renderer-url", K::module, G::url, astro, F::non_empty_when_shown},
      {html, "audio", none, "src", K::media, G::url, "HTML, media elements", F::non_empty_when_shown, I::kept},
      {html, "base", none, "href", K::base, G::url, "HTML, the base element"},
      {html, "bgsound", none, "src", K::media, G::url, "HTML, non-conforming features"},
      {html, "blockquote", none, "cite", K::cite, G::url, "HTML, the blockquote element", E::cite},
      {html, "body", none, "background", K::image, G::url, "HTML, rendering of the page", F::non_empty_when_shown, I::kept},
      {html, "button", none, "formaction", K::form, G::url, "HTML, form submission attributes", R::empty_is_document, C::sends_form},
      {html, "del", none, "cite", K::cite, G::url, "HTML, attributes common to ins and del", E::cite},
      {html, "embed", none, "src", K::object, G::url, "HTML, the embed element", F::non_empty_when_shown},
      {html, "form", none, "action", K::form, G::url, "HTML, form submission attributes", R::empty_is_document, C::not_dialog},
      {html, "frame", none, "longdesc", K::hyperlink, G::url, "HTML 4.01 16.2.2, the frame element", C::never},
      {html, "frame", none, "src", K::frame, G::url, "HTML, frames", F::non_empty},
      {html, "head", none, "profile", K::metadata, G::space_list, "HTML 4.01 7.4.4, meta data profiles", C::never},
      {html, "html", none, "manifest", K::resource, G::url, "W3C HTML5, the html element", C::never},
      {html, "iframe", none, "longdesc", K::hyperlink, G::url, "HTML 4.01 16.5, inline frames", C::never},
      {html, "iframe", none, "src", K::frame, G::url, "HTML, the iframe element", F::non_empty, C::no_srcdoc},
      {html, "iframe", none, "srcdoc", K::frame, G::document, "HTML, the iframe element"},
      {html, "img", none, "dynsrc", K::media, G::url, "Microsoft, the dynsrc attribute"},
      {html, "img", none, "longdesc", K::hyperlink, G::url, "HTML5 Image Description Extension", C::never},
      {html, "img", none, "lowsrc", K::image, G::url, "HTML, non-conforming features", C::never},
      {html, "img", none, "src", K::image, G::url, "HTML, the img element", F::non_empty},
      {html, "img", none, "srcset", K::image, G::srcset, "HTML, the img element", F::at_once},
      {html, "input", none, "formaction", K::form, G::url, "HTML, form submission attributes", R::empty_is_document, C::submits},
      {html, "input", none, "src", K::image, G::url, "HTML, image button state", F::non_empty, C::image_button},
      {html, "ins", none, "cite", K::cite, G::url, "HTML, attributes common to ins and del", E::cite},
      {html, "link", none, "href", K::hyperlink, G::url, "HTML, the link element", F::non_empty_by_rel, R::kind_by_rel, E::hyperlink, C::rel, L::code},
      {html, "link", none, "imagesrcset", K::resource, G::srcset, "HTML, the link element", F::by_rel, C::preload, L::code, U::picture},
      {html, "menuitem", none, "icon", K::resource, G::url, "W3C HTML5.1, the menuitem element"},
      {html, "meta", none, "content", K::refresh, G::refresh, "HTML, refresh state", R::http_equiv_refresh},
      {html, "object", none, "archive", K::object, G::space_list, "HTML 4.01 13.3, the object element", C::never},
      {html, "object", none, "classid", K::object, G::url, "HTML 4.01 13.3, the object element", C::never},
      {html, "object", none, "codebase", K::object, G::url, "HTML 4.01 13.3, the object element", C::never},
      {html, "object", none, "data", K::object, G::url, "HTML, the object element", F::non_empty_when_shown},
      {html, "q", none, "cite", K::cite, G::url, "HTML, the q element", E::cite},
      {html, "script", none, "src", K::script, G::url, "HTML, the script element", F::non_empty, C::runs, L::code, I::kept},
      {html, "section", none, "cite", K::cite, G::url, "HTML5 drafts, changes to base URLs", E::cite, S::older},
      {html, "source", none, "src", K::media, G::url, "HTML, the source element", F::non_empty_when_shown, C::in_media, L::none, I::kept},
      {html, "source", none, "srcset", K::image, G::srcset, "HTML, the source element", F::at_once, C::in_picture},
      {html, "style", none, "", K::css, G::css, "HTML, the style element", F::at_once, R::type_css},
      {html, "table", none, "background", K::image, G::url, "HTML, rendering of tables", F::non_empty_when_shown, I::kept},
      {html, "tbody", none, "background", K::image, G::url, "HTML, rendering of tables", F::non_empty_when_shown, I::kept},
      {html, "td", none, "background", K::image, G::url, "HTML, rendering of tables", F::non_empty_when_shown, I::kept},
      {html, "tfoot", none, "background", K::image, G::url, "HTML, rendering of tables", F::non_empty_when_shown, I::kept},
      {html, "th", none, "background", K::image, G::url, "HTML, rendering of tables", F::non_empty_when_shown, I::kept},
      {html, "thead", none, "background", K::image, G::url, "HTML, rendering of tables", F::non_empty_when_shown, I::kept},
      {html, "tr", none, "background", K::image, G::url, "HTML, rendering of tables", F::non_empty_when_shown, I::kept},
      {html, "track", none, "src", K::media, G::url, "HTML, the track element", F::non_empty_when_shown, L::same_origin, I::kept, U::track},
      {html, "video", none, "poster", K::image, G::url, "HTML, the video element", F::non_empty},
      {html, "video", none, "src", K::media, G::url, "HTML, media elements", F::non_empty_when_shown, I::kept},
      {svg, "*", none, "clip-path", K::css, G::css, "CSS Masking 1, clip-path", F::when_shown, U::svg_element},
      {svg, "*", none, "cursor", K::css, G::css, "SVG 2, the cursor property", F::when_shown},
      {svg, "*", none, "fill", K::css, G::css, "SVG 2, fill paint", F::when_shown, R::not_animation, U::svg_element},
      {svg, "*", none, "filter", K::css, G::css, "Filter Effects 1, filter", F::when_shown, U::svg_element},
      {svg, "*", none, "href", K::resource, G::url, "SVG 2, URL reference attributes", R::element_reference, C::never},
      {svg, "*", none, "marker-end", K::css, G::css, "SVG 2, vertex markers", F::when_shown, U::svg_element},
      {svg, "*", none, "marker-mid", K::css, G::css, "SVG 2, vertex markers", F::when_shown, U::svg_element},
      {svg, "*", none, "marker-start", K::css, G::css, "SVG 2, vertex markers", F::when_shown, U::svg_element},
      {svg, "*", none, "mask", K::css, G::css, "CSS Masking 1, mask", F::when_shown},
      {svg, "*", none, "stroke", K::css, G::css, "SVG 2, stroke paint", F::when_shown, U::svg_element},
      {svg, "*", none, "style", K::css, G::css, "SVG 2, the style attribute", F::at_once},
      {svg, "*", xlink, "href", K::resource, G::url, "SVG 2, deprecated XLink attributes", R::element_reference, C::never},
      {svg, "a", none, "href", K::hyperlink, G::url, "SVG 2, the a element", E::hyperlink},
      {svg, "a", none, "ping", K::ping, G::space_list, "SVG 2, the a element", E::hyperlink, S::living, C::never},
      {svg, "a", xlink, "href", K::hyperlink, G::url, "SVG 2, the a element", E::hyperlink},
      {svg, "altGlyph", xlink, "href", K::resource, G::url, "SVG 1.1, alternate glyphs", R::element_reference},
      {svg, "animate", none, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "animate", xlink, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "animateColor", xlink, "href", K::resource, G::url, "SVG 1.1, animateColor", R::element_reference},
      {svg, "animateMotion", none, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "animateMotion", xlink, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "animateTransform", none, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "animateTransform", xlink, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "animation", xlink, "href", K::media, G::url, "SVG Tiny 1.2, the animation element"},
      {svg, "audio", xlink, "href", K::media, G::url, "SVG Tiny 1.2, the audio element"},
      {svg, "color-profile", xlink, "href", K::resource, G::url, "SVG 1.1, color profile descriptions"},
      {svg, "cursor", xlink, "href", K::image, G::url, "SVG 1.1, the cursor element"},
      {svg, "discard", none, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "discard", xlink, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "feImage", none, "href", K::image, G::url, "Filter Effects 1, feImage", F::at_once, R::element_reference},
      {svg, "feImage", xlink, "href", K::image, G::url, "Filter Effects 1, feImage", F::at_once, R::element_reference},
      {svg, "filter", xlink, "href", K::resource, G::url, "SVG 1.1, the filter element", R::element_reference},
      {svg, "font-face-uri", xlink, "href", K::resource, G::url, "SVG 1.1, describing a font", R::element_reference},
      {svg, "glyphRef", xlink, "href", K::resource, G::url, "SVG 1.1, alternate glyphs", R::element_reference},
      {svg, "handler", xlink, "href", K::script, G::url, "SVG Tiny 1.2, the handler element"},
      {svg, "image", none, "href", K::image, G::url, "SVG 2, the image element", F::at_once},
      {svg, "image", xlink, "href", K::image, G::url, "SVG 2, the image element", F::at_once},
      {svg, "linearGradient", none, "href", K::resource, G::url, "SVG 2, linear gradients", R::element_reference},
      {svg, "linearGradient", xlink, "href", K::resource, G::url, "SVG 2, linear gradients", R::element_reference},
      {svg, "mpath", none, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "mpath", xlink, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "pattern", none, "href", K::resource, G::url, "SVG 2, patterns", R::element_reference},
      {svg, "pattern", xlink, "href", K::resource, G::url, "SVG 2, patterns", R::element_reference},
      {svg, "prefetch", xlink, "href", K::resource, G::url, "SVG Tiny 1.2, the prefetch element"},
      {svg, "radialGradient", none, "href", K::resource, G::url, "SVG 2, radial gradients", R::element_reference},
      {svg, "radialGradient", xlink, "href", K::resource, G::url, "SVG 2, radial gradients", R::element_reference},
      {svg, "script", none, "href", K::script, G::url, "SVG 2, the script element", F::at_once, C::runs, L::code, I::kept},
      {svg, "script", xlink, "href", K::script, G::url, "SVG 2, the script element", F::at_once, C::runs, L::code, I::kept},
      {svg, "set", none, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "set", xlink, "href", K::resource, G::url, "SVG Animations 2", R::element_reference},
      {svg, "style", none, "", K::css, G::css, "SVG 2, the style element", F::at_once, R::type_css},
      {svg, "textPath", none, "href", K::resource, G::url, "SVG 2, text on a path", R::element_reference},
      {svg, "textPath", xlink, "href", K::resource, G::url, "SVG 2, text on a path", R::element_reference},
      {svg, "tref", xlink, "href", K::resource, G::url, "SVG 1.1, the tref element", R::element_reference},
      {svg, "use", none, "href", K::resource, G::url, "SVG 2, the use element", F::at_once, R::element_reference, L::same_origin},
      {svg, "use", xlink, "href", K::resource, G::url, "SVG 2, the use element", F::at_once, R::element_reference, L::same_origin},
      {svg, "video", xlink, "href", K::media, G::url, "SVG Tiny 1.2, the video element"},
      {mathml, "*", none, "href", K::hyperlink, G::url, "MathML 3, linking", E::hyperlink},
      {mathml, "*", none, "style", K::css, G::css, "MathML Core, global attributes", F::at_once},
      {mathml, "*", xlink, "href", K::hyperlink, G::url, "MathML 2, linking", E::hyperlink},
      {mathml, "math", none, "altimg", K::image, G::url, "MathML 3, the math element"},
      {mathml, "mglyph", none, "src", K::image, G::url, "MathML 3, mglyph"},
  });
  std::array<LinkRow, written.size()> rows;
  std::copy(written.begin(), written.end(), rows.begin());
  return rows;
}();
// clang-format on

/// What the rows are sorted by.
constexpr auto link_row_key(LinkRow const& row) {
  return std::tuple(row.element_ns, row.element, row.attribute_ns, row.attribute);
}

static_assert(std::is_sorted(link_row_table.begin(), link_row_table.end(),
                             [](auto& a, auto& b) { return link_row_key(a) < link_row_key(b); }));

// The attributes that the link table names, and those that decide about them, as numbers. All of it
// is derived from the table's rows.

namespace attribute_name_detail {

/// Attributes without URLs that decide about URLs, bases or anchors, or ask `check` to ignore
/// them.
inline constexpr std::array<std::string_view, 11> deciding_names{"data-hrefkit-ignore",
                                                                 "data-proofer-ignore",
                                                                 "http-equiv",
                                                                 "id",
                                                                 "language",
                                                                 "method",
                                                                 "name",
                                                                 "rel",
                                                                 "type",
                                                                 "usemap",
                                                                 "xml:base"};

/// Sorted names; the first `count` are distinct.
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

/// The attributes that decide about a condition.
constexpr AttributeMask deciders_of(LinkCondition condition) {
  switch (condition) {
    case LinkCondition::rel:
    case LinkCondition::preload:
      return mask_of(attribute_named("rel"));
    case LinkCondition::not_dialog:
      return mask_of(attribute_named("method"));
    case LinkCondition::sends_form:
    case LinkCondition::submits:
    case LinkCondition::image_button:
      return mask_of(attribute_named("type"));
    case LinkCondition::no_srcdoc:
      return mask_of(attribute_named("srcdoc"));
    case LinkCondition::runs:
      return mask_of(attribute_named("type")) | mask_of(attribute_named("language"));
    case LinkCondition::always:
    case LinkCondition::never:
    case LinkCondition::is_name:
    case LinkCondition::is_item:
    case LinkCondition::unwritten:
    case LinkCondition::is_prefix:
    case LinkCondition::in_picture:
    case LinkCondition::in_media:
      break;
  }
  return 0;
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
