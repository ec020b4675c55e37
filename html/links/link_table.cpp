#include "hrefkit/html/link_table.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace hrefkit::html {

namespace {

using K = LinkKind;
using G = LinkGrammar;
using R = LinkRule;
using enum Namespace;

// Choices that no standard makes:
// - `object` and `applet`: all that names a part of the object is of kind `object`, its codebase
// too.
// - `href` of SVG elements that refer to other elements is a `resource`, which a browser fetches
//   when it is not in the same document.
// - An SVG element that takes `href` in SVG 2 also takes the `xlink:href` of SVG 1.1, and both are
//   links where both are written. Elements that only older versions have take `xlink:href` alone.
// - SVG's presentation attributes such as `fill="url(#a)"` are not here.
// clang-format off
constexpr auto rows = std::to_array<LinkRow>({
    {html, "*", none, "itemid", K::metadata, G::url, "HTML, items"},
    {html, "*", none, "itemtype", K::metadata, G::space_list, "HTML, items"},
    {html, "*", none, "style", K::css, G::css, "HTML, the style attribute"},
    {html, "a", none, "href", K::hyperlink, G::url, "HTML, links created by a and area"},
    {html, "a", none, "ping", K::ping, G::space_list, "HTML, hyperlink auditing"},
    {html, "applet", none, "archive", K::object, G::comma_list, "HTML 4.01 13.4, the applet element"},
    {html, "applet", none, "code", K::object, G::url, "HTML 4.01 13.4, the applet element"},
    {html, "applet", none, "codebase", K::object, G::url, "HTML 4.01 13.4, the applet element"},
    {html, "applet", none, "object", K::object, G::url, "HTML 4.01 13.4, the applet element"},
    {html, "area", none, "href", K::hyperlink, G::url, "HTML, links created by a and area"},
    {html, "area", none, "ping", K::ping, G::space_list, "HTML, hyperlink auditing"},
    {html, "article", none, "cite", K::cite, G::url, "HTML5 drafts, changes to base URLs"},
    {html, "audio", none, "src", K::media, G::url, "HTML, media elements"},
    {html, "base", none, "href", K::base, G::url, "HTML, the base element"},
    {html, "bgsound", none, "src", K::media, G::url, "HTML, non-conforming features"},
    {html, "blockquote", none, "cite", K::cite, G::url, "HTML, the blockquote element"},
    {html, "body", none, "background", K::image, G::url, "HTML, rendering of the page"},
    {html, "button", none, "formaction", K::form, G::url, "HTML, form submission attributes", R::empty_is_document},
    {html, "del", none, "cite", K::cite, G::url, "HTML, attributes common to ins and del"},
    {html, "embed", none, "src", K::object, G::url, "HTML, the embed element"},
    {html, "form", none, "action", K::form, G::url, "HTML, form submission attributes", R::empty_is_document},
    {html, "frame", none, "longdesc", K::hyperlink, G::url, "HTML 4.01 16.2.2, the frame element"},
    {html, "frame", none, "src", K::frame, G::url, "HTML, frames"},
    {html, "head", none, "profile", K::metadata, G::space_list, "HTML 4.01 7.4.4, meta data profiles"},
    {html, "html", none, "manifest", K::resource, G::url, "W3C HTML5, the html element"},
    {html, "iframe", none, "longdesc", K::hyperlink, G::url, "HTML 4.01 16.5, inline frames"},
    {html, "iframe", none, "src", K::frame, G::url, "HTML, the iframe element"},
    {html, "iframe", none, "srcdoc", K::frame, G::document, "HTML, the iframe element"},
    {html, "img", none, "dynsrc", K::media, G::url, "Microsoft, the dynsrc attribute"},
    {html, "img", none, "longdesc", K::hyperlink, G::url, "HTML5 Image Description Extension"},
    {html, "img", none, "lowsrc", K::image, G::url, "HTML, non-conforming features"},
    {html, "img", none, "src", K::image, G::url, "HTML, the img element"},
    {html, "img", none, "srcset", K::image, G::srcset, "HTML, the img element"},
    {html, "input", none, "formaction", K::form, G::url, "HTML, form submission attributes", R::empty_is_document},
    {html, "input", none, "src", K::image, G::url, "HTML, image button state"},
    {html, "ins", none, "cite", K::cite, G::url, "HTML, attributes common to ins and del"},
    {html, "link", none, "href", K::hyperlink, G::url, "HTML, the link element", R::kind_by_rel},
    {html, "link", none, "imagesrcset", K::resource, G::srcset, "HTML, the link element"},
    {html, "menuitem", none, "icon", K::resource, G::url, "W3C HTML5.1, the menuitem element"},
    {html, "meta", none, "content", K::refresh, G::refresh, "HTML, refresh state", R::http_equiv_refresh},
    {html, "object", none, "archive", K::object, G::space_list, "HTML 4.01 13.3, the object element"},
    {html, "object", none, "classid", K::object, G::url, "HTML 4.01 13.3, the object element"},
    {html, "object", none, "codebase", K::object, G::url, "HTML 4.01 13.3, the object element"},
    {html, "object", none, "data", K::object, G::url, "HTML, the object element"},
    {html, "q", none, "cite", K::cite, G::url, "HTML, the q element"},
    {html, "script", none, "src", K::script, G::url, "HTML, the script element"},
    {html, "section", none, "cite", K::cite, G::url, "HTML5 drafts, changes to base URLs"},
    {html, "source", none, "src", K::media, G::url, "HTML, the source element"},
    {html, "source", none, "srcset", K::image, G::srcset, "HTML, the source element"},
    {html, "style", none, "", K::css, G::css, "HTML, the style element", R::type_css},
    {html, "table", none, "background", K::image, G::url, "HTML, rendering of tables"},
    {html, "tbody", none, "background", K::image, G::url, "HTML, rendering of tables"},
    {html, "td", none, "background", K::image, G::url, "HTML, rendering of tables"},
    {html, "tfoot", none, "background", K::image, G::url, "HTML, rendering of tables"},
    {html, "th", none, "background", K::image, G::url, "HTML, rendering of tables"},
    {html, "thead", none, "background", K::image, G::url, "HTML, rendering of tables"},
    {html, "tr", none, "background", K::image, G::url, "HTML, rendering of tables"},
    {html, "track", none, "src", K::media, G::url, "HTML, the track element"},
    {html, "video", none, "poster", K::image, G::url, "HTML, the video element"},
    {html, "video", none, "src", K::media, G::url, "HTML, media elements"},
    {svg, "*", none, "href", K::resource, G::url, "SVG 2, URL reference attributes"},
    {svg, "*", none, "style", K::css, G::css, "SVG 2, the style attribute"},
    {svg, "*", xlink, "href", K::resource, G::url, "SVG 2, deprecated XLink attributes"},
    {svg, "a", none, "href", K::hyperlink, G::url, "SVG 2, the a element"},
    {svg, "a", none, "ping", K::ping, G::space_list, "SVG 2, the a element"},
    {svg, "a", xlink, "href", K::hyperlink, G::url, "SVG 2, the a element"},
    {svg, "altGlyph", xlink, "href", K::resource, G::url, "SVG 1.1, alternate glyphs"},
    {svg, "animate", none, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "animate", xlink, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "animateColor", xlink, "href", K::resource, G::url, "SVG 1.1, animateColor"},
    {svg, "animateMotion", none, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "animateMotion", xlink, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "animateTransform", none, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "animateTransform", xlink, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "animation", xlink, "href", K::media, G::url, "SVG Tiny 1.2, the animation element"},
    {svg, "audio", xlink, "href", K::media, G::url, "SVG Tiny 1.2, the audio element"},
    {svg, "color-profile", xlink, "href", K::resource, G::url, "SVG 1.1, color profile descriptions"},
    {svg, "cursor", xlink, "href", K::image, G::url, "SVG 1.1, the cursor element"},
    {svg, "discard", none, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "discard", xlink, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "feImage", none, "href", K::image, G::url, "Filter Effects 1, feImage"},
    {svg, "feImage", xlink, "href", K::image, G::url, "Filter Effects 1, feImage"},
    {svg, "filter", xlink, "href", K::resource, G::url, "SVG 1.1, the filter element"},
    {svg, "font-face-uri", xlink, "href", K::resource, G::url, "SVG 1.1, describing a font"},
    {svg, "glyphRef", xlink, "href", K::resource, G::url, "SVG 1.1, alternate glyphs"},
    {svg, "handler", xlink, "href", K::script, G::url, "SVG Tiny 1.2, the handler element"},
    {svg, "image", none, "href", K::image, G::url, "SVG 2, the image element"},
    {svg, "image", xlink, "href", K::image, G::url, "SVG 2, the image element"},
    {svg, "linearGradient", none, "href", K::resource, G::url, "SVG 2, linear gradients"},
    {svg, "linearGradient", xlink, "href", K::resource, G::url, "SVG 2, linear gradients"},
    {svg, "mpath", none, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "mpath", xlink, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "pattern", none, "href", K::resource, G::url, "SVG 2, patterns"},
    {svg, "pattern", xlink, "href", K::resource, G::url, "SVG 2, patterns"},
    {svg, "prefetch", xlink, "href", K::resource, G::url, "SVG Tiny 1.2, the prefetch element"},
    {svg, "radialGradient", none, "href", K::resource, G::url, "SVG 2, radial gradients"},
    {svg, "radialGradient", xlink, "href", K::resource, G::url, "SVG 2, radial gradients"},
    {svg, "script", none, "href", K::script, G::url, "SVG 2, the script element"},
    {svg, "script", xlink, "href", K::script, G::url, "SVG 2, the script element"},
    {svg, "set", none, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "set", xlink, "href", K::resource, G::url, "SVG Animations 2"},
    {svg, "style", none, "", K::css, G::css, "SVG 2, the style element", R::type_css},
    {svg, "textPath", none, "href", K::resource, G::url, "SVG 2, text on a path"},
    {svg, "textPath", xlink, "href", K::resource, G::url, "SVG 2, text on a path"},
    {svg, "tref", xlink, "href", K::resource, G::url, "SVG 1.1, the tref element"},
    {svg, "use", none, "href", K::resource, G::url, "SVG 2, the use element"},
    {svg, "use", xlink, "href", K::resource, G::url, "SVG 2, the use element"},
    {svg, "video", xlink, "href", K::media, G::url, "SVG Tiny 1.2, the video element"},
    {mathml, "*", none, "href", K::hyperlink, G::url, "MathML 3, linking"},
    {mathml, "*", none, "style", K::css, G::css, "MathML Core, global attributes"},
    {mathml, "*", xlink, "href", K::hyperlink, G::url, "MathML 2, linking"},
    {mathml, "math", none, "altimg", K::image, G::url, "MathML 3, the math element"},
    {mathml, "mglyph", none, "src", K::image, G::url, "MathML 3, mglyph"},
});
// clang-format on

constexpr auto key(LinkRow const& row) {
  return std::tuple(row.element_ns, row.element, row.attribute_ns, row.attribute);
}

static_assert(std::is_sorted(rows.begin(), rows.end(),
                             [](auto const& a, auto const& b) { return key(a) < key(b); }));

/// A quick no for most attributes: which first letters occur among names of each length.
class NameFilter {
 public:
  constexpr NameFilter() {
    for (LinkRow const& row : rows) letters_[row.attribute.size()] |= letter(row.attribute);
  }

  constexpr bool may_contain(std::string_view attribute) const {
    return attribute.size() < letters_.size() &&
           (letters_[attribute.size()] & letter(attribute)) != 0;
  }

 private:
  static constexpr std::size_t longest =
      std::max_element(rows.begin(), rows.end(), [](auto const& a, auto const& b) {
        return a.attribute.size() < b.attribute.size();
      }) -> attribute.size();

  static constexpr std::uint32_t letter(std::string_view name) {
    return std::uint32_t{1} << (name.empty() ? 0 : name[0] & 31);
  }

  std::array<std::uint32_t, longest + 1> letters_{};
};
constexpr NameFilter filter;

LinkRow const* find_exact(Namespace element_ns, std::string_view element,
                          std::string_view attribute, Namespace attribute_ns) {
  const auto wanted = std::tuple(element_ns, element, attribute_ns, attribute);
  const auto row = std::partition_point(rows.begin(), rows.end(),
                                        [&](LinkRow const& r) { return key(r) < wanted; });
  return row != rows.end() && key(*row) == wanted ? &*row : nullptr;
}

}  // namespace

std::span<LinkRow const> link_rows() {
  return rows;
}

LinkRow const* find_link_row(Namespace element_ns, std::string_view element,
                             std::string_view attribute, Namespace attribute_ns) {
  if (!filter.may_contain(attribute)) return nullptr;
  LinkRow const* row = find_exact(element_ns, element, attribute, attribute_ns);
  return row != nullptr ? row : find_exact(element_ns, "*", attribute, attribute_ns);
}

std::string_view attribute_name(LinkRow const& row) {
  return row.attribute_ns == Namespace::xlink ? std::string_view("xlink:href") : row.attribute;
}

}  // namespace hrefkit::html
