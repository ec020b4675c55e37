#include "hrefkit/html/usable_content.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string_view>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"

using namespace hrefkit::html;
using U = UsableContent;

namespace {

struct ContentCase {
  Namespace ns;
  std::string_view element;
  std::string_view attribute;
  LinkKind kind;
  std::string_view tag;
  U usable;
  std::optional<std::string_view> rel = {};
  bool is_import = false;
};

U usable_in(ContentCase const& c) {
  const Link link{.element = c.element,
                  .attribute = c.attribute,
                  .ns = c.ns,
                  .kind = c.kind,
                  .is_import = c.is_import,
                  .row = find_link_row(c.ns, c.element, c.attribute, Namespace::none),
                  .rel = c.rel};
  return usable_content(link, ElementView(c.tag, 0, c.ns));
}

}  // namespace

TEST_CASE("what an element can use is a column of its row, its rel, as or type") {
  constexpr Namespace html = Namespace::html;
  constexpr Namespace svg = Namespace::svg;
  constexpr Namespace none = Namespace::none;
  const ContentCase cases[] = {
      {html, "img", "src", LinkKind::image, "<img src=a>", U::picture},
      {html, "video", "poster", LinkKind::image, "<video poster=a>", U::picture},
      {html, "video", "src", LinkKind::media, "<video src=a>", U::media},
      {html, "track", "src", LinkKind::media, "<track src=a>", U::track},
      {html, "script", "src", LinkKind::script, "<script src=a>", U::script},
      {html, "script", "src", LinkKind::script, "<script src=a type=' MODULE '>", U::module},
      {svg, "script", "href", LinkKind::script, "<script href=a>", U::script},
      {html, "link", "href", LinkKind::stylesheet, "<link href=a>", U::style_sheet, "stylesheet"},
      {html, "link", "href", LinkKind::resource, "<link href=a>", U::picture, "Shortcut ICON"},
      {html, "link", "href", LinkKind::resource, "<link href=a>", U::manifest, "manifest"},
      {html, "link", "href", LinkKind::resource, "<link href=a>", U::module, "modulepreload"},
      {html, "link", "href", LinkKind::resource, "<link href=a>", U::anything, "prefetch"},
      {html, "link", "href", LinkKind::resource, "<link href=a as=Font>", U::css_file, "preload"},
      {html, "link", "href", LinkKind::resource, "<link href=a as=fetch>", U::anything, "preload"},
      {html, "link", "href", LinkKind::resource, "<link href=a>", U::anything, "preload"},
      {html, "link", "href", LinkKind::hyperlink, "<link href=a>", U::anything, "alternate"},
      {html, "link", "imagesrcset", LinkKind::resource, "<link imagesrcset=a>", U::picture,
       "preload"},
      {html, "a", "href", LinkKind::hyperlink, "<a href=a>", U::anything},
      {html, "iframe", "src", LinkKind::frame, "<iframe src=a>", U::anything},
      {html, "object", "data", LinkKind::object, "<object data=a>", U::anything},
      {html, "embed", "src", LinkKind::object, "<embed src=a>", U::anything},
      {html, "form", "action", LinkKind::form, "<form action=a>", U::anything},
      {svg, "image", "href", LinkKind::image, "<image href=a>", U::picture},
      {svg, "use", "href", LinkKind::resource, "<use href=a>", U::svg_element},
      {svg, "path", "fill", LinkKind::css, "<path fill=a>", U::svg_element},
      {svg, "path", "mask", LinkKind::css, "<path mask=a>", U::css_file},
      {none, "", "", LinkKind::css, "", U::css_file},
      {none, "", "", LinkKind::css, "", U::style_sheet, {}, true},
      {none, "", "", LinkKind::image, "", U::picture},                  // of a manifest
      {none, "", "", LinkKind::resource, "", U::manifest, "manifest"},  // of a header
  };
  for (ContentCase const& c : cases) {
    CAPTURE(c.element, c.attribute, c.tag);
    const U usable = usable_in(c);
    CHECK(description(usable) == description(c.usable));
  }
}

TEST_CASE("feeds are read by programs that may use a page") {
  for (LinkRow const& row : feed_rows()) {
    if (row.kind != LinkKind::media) continue;
    CAPTURE(row.element, row.attribute);
    CHECK((row.usable == U::anything || row.element == "content_loc"));
  }
}

TEST_CASE(
    "pictures and classic scripts are judged by their bytes, modules and sheets by their type") {
  struct Case {
    U usable;
    bool bytes;      // a page is useless
    bool type;       // fitting bytes that are called a page are
    bool unsniffed;  // the same with nosniff
    bool quirks;     // the same for a document in quirks mode
  };
  const Case cases[] = {
      {U::anything, false, false, false, false}, {U::picture, true, false, false, false},
      {U::media, true, false, false, false},     {U::track, true, false, false, false},
      {U::css_file, true, false, false, false},  {U::manifest, true, false, false, false},
      {U::script, true, false, true, false},     {U::module, true, true, true, true},
      {U::style_sheet, true, true, true, false}, {U::svg_element, true, true, true, true},
  };
  for (Case const& c : cases) {
    CAPTURE(description(c.usable));
    CHECK(is_useless_page(c.usable, {true, true, true}, false) == c.bytes);
    CHECK(is_useless_page(c.usable, {true, false, true}, false) == c.type);
    CHECK(is_useless_page(c.usable, {true, false, false}, false) == c.unsniffed);
    CHECK(is_useless_page(c.usable, {true, false, true}, true) == c.quirks);
    CHECK_FALSE(is_useless_page(c.usable, {false, false, true}, false));
    CHECK(is_decided_by_type(c.usable, {true, false, true}, false) ==
          (c.usable == U::anything || c.type));
  }
}

TEST_CASE("bytes that begin as a page") {
  for (std::string_view page :
       {"<!DOCTYPE html>", "<p>", "\xEF\xBB\xBF \n<html>", "<?xml version='1.0'?>",
        "<!-- a --> <!-- b -->\n<meta charset=utf-8>", "<BODY>"}) {
    CAPTURE(page);
    CHECK(begins_with_markup(page));
  }
  for (std::string_view other : {"", "<", "a<p>", "\x89PNG", "<!-- hide from old browsers", "<3",
                                 "{}", "p{}", "WEBVTT", "<!-- x --> var a"}) {
    CAPTURE(other);
    CHECK_FALSE(begins_with_markup(other));
  }
}

TEST_CASE("a page is in quirks mode by its doctype") {
  CHECK(is_in_quirks_mode("<p>"));
  CHECK(is_in_quirks_mode("<!-- <!doctype html> --><p>"));
  CHECK_FALSE(is_in_quirks_mode("<!-- <p> --> <!doctype html><p>"));
}
