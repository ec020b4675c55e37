#include "hrefkit/html/link_table.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <tuple>

using namespace hrefkit::html;
using K = LinkKind;
using G = LinkGrammar;

namespace {

LinkRow const* find_html(std::string_view element, std::string_view attribute) {
  return find_link_row(Namespace::html, element, attribute, Namespace::none);
}

struct Case {
  std::string_view element;
  std::string_view attribute;
  LinkKind kind;
  LinkGrammar grammar = G::url;
};

void check_rows(Namespace element_ns, Namespace attribute_ns, std::span<Case const> cases) {
  for (Case const& c : cases) {
    CAPTURE(c.element, c.attribute);
    LinkRow const* row = find_link_row(element_ns, c.element, c.attribute, attribute_ns);
    REQUIRE(row != nullptr);
    CHECK(name(row->kind) == name(c.kind));
    CHECK(static_cast<int>(row->grammar) == static_cast<int>(c.grammar));
  }
}

}  // namespace

TEST_CASE("HTML elements: the contract's list with kinds and grammars") {
  const Case cases[] = {
      {"a", "href", K::hyperlink},
      {"a", "ping", K::ping, G::space_list},
      {"area", "href", K::hyperlink},
      {"area", "ping", K::ping, G::space_list},
      {"link", "href", K::hyperlink},
      {"link", "imagesrcset", K::resource, G::srcset},
      {"base", "href", K::base},
      {"img", "src", K::image},
      {"img", "srcset", K::image, G::srcset},
      {"img", "longdesc", K::hyperlink},
      {"img", "lowsrc", K::image},
      {"img", "dynsrc", K::media},
      {"source", "src", K::media},
      {"source", "srcset", K::image, G::srcset},
      {"video", "src", K::media},
      {"video", "poster", K::image},
      {"astro-island", "before-hydration-url", K::module},
      {"astro-island", "component-url", K::module},
      {"astro-island", "renderer-url", K::module},
      {"audio", "src", K::media},
      {"track", "src", K::media},
      {"embed", "src", K::object},
      {"iframe", "src", K::frame},
      {"iframe", "longdesc", K::hyperlink},
      {"iframe", "srcdoc", K::frame, G::document},
      {"frame", "src", K::frame},
      {"frame", "longdesc", K::hyperlink},
      {"object", "data", K::object},
      {"object", "codebase", K::object},
      {"object", "classid", K::object},
      {"object", "archive", K::object, G::space_list},
      {"applet", "codebase", K::object},
      {"applet", "archive", K::object, G::comma_list},
      {"applet", "code", K::object},
      {"applet", "object", K::object},
      {"form", "action", K::form},
      {"button", "formaction", K::form},
      {"input", "formaction", K::form},
      {"input", "src", K::image},
      {"blockquote", "cite", K::cite},
      {"q", "cite", K::cite},
      {"ins", "cite", K::cite},
      {"del", "cite", K::cite},
      {"section", "cite", K::cite},
      {"article", "cite", K::cite},
      {"script", "src", K::script},
      {"html", "manifest", K::resource},
      {"head", "profile", K::metadata, G::space_list},
      {"body", "background", K::image},
      {"table", "background", K::image},
      {"thead", "background", K::image},
      {"tbody", "background", K::image},
      {"tfoot", "background", K::image},
      {"tr", "background", K::image},
      {"td", "background", K::image},
      {"th", "background", K::image},
      {"bgsound", "src", K::media},
      {"menuitem", "icon", K::resource},
      {"meta", "content", K::refresh, G::refresh},
      {"div", "itemid", K::metadata},
      {"a", "itemtype", K::metadata, G::space_list},
      {"p", "style", K::css, G::css},
      {"x-custom", "style", K::css, G::css},
      {"style", "", K::css, G::css},
  };
  check_rows(Namespace::html, Namespace::none, cases);
}

TEST_CASE("SVG elements take href, xlink:href or both") {
  const Case both[] = {
      {"a", "href", K::hyperlink},
      {"image", "href", K::image},
      {"feImage", "href", K::image},
      {"script", "href", K::script},
      {"use", "href", K::resource},
      {"pattern", "href", K::resource},
      {"linearGradient", "href", K::resource},
      {"radialGradient", "href", K::resource},
      {"textPath", "href", K::resource},
      {"mpath", "href", K::resource},
      {"animate", "href", K::resource},
      {"animateMotion", "href", K::resource},
      {"animateTransform", "href", K::resource},
      {"set", "href", K::resource},
      {"discard", "href", K::resource},
  };
  check_rows(Namespace::svg, Namespace::none, both);
  check_rows(Namespace::svg, Namespace::xlink, both);
  for (std::string_view element : {"filter", "cursor", "altGlyph", "glyphRef", "tref",
                                   "color-profile", "font-face-uri", "animateColor"}) {
    CAPTURE(element);
    CHECK(find_link_row(Namespace::svg, element, "href", Namespace::xlink) != nullptr);
  }
  const Case others[] = {
      {"a", "ping", K::ping, G::space_list},
      {"rect", "style", K::css, G::css},
      {"style", "", K::css, G::css},
  };
  check_rows(Namespace::svg, Namespace::none, others);
}

TEST_CASE("presentation attributes whose property takes url() are CSS on every SVG element") {
  for (std::string_view element : {"path", "svg", "g", "unknown"}) {
    for (std::string_view attribute : {"clip-path", "cursor", "fill", "filter", "marker-end",
                                       "marker-mid", "marker-start", "mask", "stroke"}) {
      const Case c{element, attribute, K::css, G::css};
      check_rows(Namespace::svg, Namespace::none, {&c, 1});
      CHECK(find_html(element, attribute) == nullptr);
    }
  }
  // SVG 2 6.6: "marker" is a property, but not a presentation attribute.
  CHECK(find_link_row(Namespace::svg, "path", "marker", Namespace::none) == nullptr);
}

TEST_CASE("any other SVG element that has href names a resource") {
  const Case cases[] = {{"rect", "href", K::resource}, {"link", "href", K::resource}};
  check_rows(Namespace::svg, Namespace::none, cases);
  check_rows(Namespace::svg, Namespace::xlink, cases);
}

TEST_CASE("any MathML element takes href") {
  const Case cases[] = {{"mi", "href", K::hyperlink}, {"mrow", "href", K::hyperlink}};
  check_rows(Namespace::mathml, Namespace::none, cases);
  check_rows(Namespace::mathml, Namespace::xlink, cases);
}

TEST_CASE("what names no URL has no row") {
  CHECK(find_html("a", "class") == nullptr);
  CHECK(find_html("a", "src") == nullptr);
  CHECK(find_html("a", "HREF") == nullptr);
  CHECK(find_html("div", "href") == nullptr);
  CHECK(find_html("a", "") == nullptr);
  CHECK(find_html("", "") == nullptr);
  CHECK(find_html("script", "") == nullptr);
  CHECK(find_html("a", "hrefhrefhrefhrefhref") == nullptr);
  CHECK(find_html("a", "\xC3\xA9") == nullptr);
  CHECK(find_link_row(Namespace::html, "a", "href", Namespace::xlink) == nullptr);
  CHECK(find_link_row(Namespace::svg, "rect", "src", Namespace::none) == nullptr);
  CHECK(find_link_row(Namespace::svg, "rect", "itemid", Namespace::none) == nullptr);
  CHECK(find_link_row(Namespace::svg, "rect", "fill-rule", Namespace::none) == nullptr);
  CHECK(find_link_row(Namespace::mathml, "mi", "fill", Namespace::none) == nullptr);
  CHECK(find_link_row(Namespace::other, "a", "href", Namespace::none) == nullptr);
}

TEST_CASE("rows that depend on other attributes say so") {
  CHECK(find_html("link", "href")->rule == LinkRule::kind_by_rel);
  CHECK(find_html("meta", "content")->rule == LinkRule::http_equiv_refresh);
  CHECK(find_html("a", "href")->rule == LinkRule::plain);
  CHECK(find_html("style", "")->rule == LinkRule::type_css);
  CHECK(find_link_row(Namespace::svg, "style", "", Namespace::none)->rule == LinkRule::type_css);
  CHECK(find_link_row(Namespace::svg, "g", "fill", Namespace::none)->rule ==
        LinkRule::not_animation);
}

TEST_CASE("SVG's references to elements say so; its hyperlinks, pictures and scripts do not") {
  const auto rule_of = [](std::string_view element) {
    return find_link_row(Namespace::svg, element, "href", Namespace::xlink)->rule;
  };
  for (std::string_view element : {"use", "linearGradient", "radialGradient", "pattern", "filter",
                                   "feImage", "textPath", "mpath", "animate", "set", "tref"}) {
    CAPTURE(element);
    CHECK(rule_of(element) == LinkRule::element_reference);
  }
  for (std::string_view element : {"a", "image", "script", "audio", "video"}) {
    CAPTURE(element);
    CHECK(rule_of(element) == LinkRule::plain);
  }
}

TEST_CASE("the rows that no browser uses") {
  std::set<std::string> unused;
  std::set<std::string> names;
  for (LinkRow const& row : link_rows()) {
    const std::string written =
        std::string(row.element) + "[" + std::string(attribute_name(row)) + "]";
    if (is_never_used(row)) unused.insert(written);
    if (row.condition == LinkCondition::is_name) names.insert(written);
  }
  CHECK(names == std::set<std::string>{"*[itemtype]"});
  CHECK(unused == std::set<std::string>{"*[href]", "*[itemid]", "*[itemtype]", "*[xlink:href]",
                                        "a[ping]", "applet[archive]", "applet[codebase]",
                                        "applet[code]", "area[ping]", "frame[longdesc]",
                                        "head[profile]", "html[manifest]", "iframe[longdesc]",
                                        "img[longdesc]", "img[lowsrc]", "object[archive]",
                                        "object[classid]", "object[codebase]"});
  CHECK_FALSE(is_never_used(*find_link_row(Namespace::mathml, "mi", "href", Namespace::none)));
}

TEST_CASE("every row is found, cited and written once") {
  std::set<std::tuple<int, std::string_view, int, std::string_view>> keys;
  for (LinkRow const& row : link_rows()) {
    CAPTURE(row.element, row.attribute);
    CHECK(find_link_row(row.element_ns, row.element, row.attribute, row.attribute_ns) == &row);
    CHECK_FALSE(row.source.empty());
    CHECK(keys.emplace(static_cast<int>(row.element_ns), row.element,
                       static_cast<int>(row.attribute_ns), row.attribute)
              .second);
    CHECK((row.attribute_ns == Namespace::none || row.attribute == "href"));
  }
}

TEST_CASE("attributes print as the DOM names them") {
  CHECK(attribute_name(*find_html("a", "href")) == "href");
  CHECK(attribute_name(*find_link_row(Namespace::svg, "use", "href", Namespace::xlink)) ==
        "xlink:href");
  CHECK(attribute_name(*find_html("style", "")).empty());
}
