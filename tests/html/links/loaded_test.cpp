// What browsers fetch before the base element, and empty values that they do not fetch.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/hrefkit.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::at;
using test::page;

namespace {

/// "url" or "url loaded" of each link; what does not resolve is "!" and the error's code.
std::vector<std::string> loaded_urls_of(SourceText const& source, Engine engine,
                                        DocumentOptions const& options = at(page)) {
  std::vector<std::string> urls;
  const auto take = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      const auto url = block.resolve(link);
      std::string& row = urls.emplace_back(url ? *url : "!" + std::string(code(url.error())));
      std::string loaded;
      if (link.loaded_base == link.base) continue;
      row += block.append_loaded(loaded, link) ? " " + loaded : " nothing";
    }
  };
  REQUIRE(find_links(source, options, {.links = take}, engine));
  return urls;
}

/// The URL that the only link with another one at its place has there; empty if there is none.
std::string at_place(std::string_view markup, Engine engine) {
  std::string found;
  const auto take = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      if (link.place_base == link.loaded_base) continue;
      CHECK(link.loaded_base == link.base);
      static_cast<void>(block.append_at_place(found, link));
    }
  };
  REQUIRE(find_links(source_from_text(markup), at(page), {.links = take}, engine));
  return found;
}

struct LoadedRow {
  std::string_view markup;
  std::vector<std::string> urls;
};

void check_loaded(std::vector<LoadedRow> const& rows) {
  for (LoadedRow const& row : rows) {
    INFO(row.markup);
    CHECK(loaded_urls_of(source_from_text(row.markup), Engine::dom) == row.urls);
    CHECK(loaded_urls_of(source_from_text(row.markup), Engine::automatic) == row.urls);
  }
}

std::string d(std::string const& path) {
  return "https://example.com/dir/" + path;
}
std::string b(std::string const& path) {
  return "https://example.com/b/" + path;
}
std::string both(std::string const& path) {
  return b(path) + " " + d(path);
}

}  // namespace

// The answers are those of Chromium 156.
TEST_CASE("what is fetched at once before the base element is loaded from elsewhere") {
  const std::string base = "https://example.com/b/";
  for (std::string_view markup : {"<img src=x>",
                                  "<img srcset='x 1x'>",
                                  "<script src=x></script>",
                                  "<iframe src=x></iframe>",
                                  "<link rel=stylesheet href=x>",
                                  "<link rel='alternate StyleSheet' href=x>",
                                  "<link rel=preload href=x>",
                                  "<link rel=modulepreload href=x>",
                                  "<link rel=preload imagesrcset=x>",
                                  "<link rel=prefetch href=x>",
                                  "<link rel=compression-dictionary href=x>",
                                  "<video poster=x></video>",
                                  "<input type=image src=x>",
                                  "<style>a{b:url(x)}</style>",
                                  "<style>@import 'x';</style>",
                                  "<p style='a:url(x)'>",
                                  "<picture><source srcset=x></picture>",
                                  "<svg><image href=x /></svg>",
                                  "<svg><use href=x /></svg>",
                                  "<svg><style>a{b:url(x)}</style></svg>",
                                  "<svg><style>a{fill:url(x)}</style></svg>",
                                  "<svg><path style='fill:url(x)' /></svg>",
                                  "<svg><script href=x></script></svg>"}) {
    const std::string text = std::string(markup) + "<base href=/b/>";
    check_loaded({{text, {both("x"), base}}});
  }
}

TEST_CASE("what is read later has the last base URL alone") {
  for (std::string_view markup :
       {"<a href=x>y</a>", "<link rel=next href=x>", "<link rel=icon href=x>",
        "<link rel=manifest href=x>", "<link href=x>", "<form action=x></form>", "<q cite=x></q>",
        "<p itemid=x>", "<img longdesc=x>", "<svg><a href=x /></svg>"}) {
    const std::string text = std::string(markup) + "<base href=/b/>";
    check_loaded({{text, {b("x"), "https://example.com/b/"}}});
  }
}

// The answers are those of Chromium 156 and Firefox 153 for a page that comes in one piece.
TEST_CASE(
    "what browsers read when they get round to it has the last base URL, and that of its place") {
  const std::string base = "https://example.com/b/";
  for (std::string_view markup :
       {"<embed src=x>", "<object data=x></object>", "<video src=x></video>",
        "<audio src=x></audio>", "<video><source src=x></video>", "<video><track src=x></video>",
        "<body background=x>", "<table background=x></table>", "<table><tr background=x></table>",
        "<table><td background=x></table>", "<table><th background=x></table>",
        "<svg><path fill='url(x)' /></svg>", "<svg><path stroke='url(x)' /></svg>",
        "<svg><path mask='url(x)' /></svg>", "<svg><path filter='url(x)' /></svg>",
        "<svg><path clip-path='url(x)' /></svg>", "<svg><path marker-mid='url(x)' /></svg>",
        "<svg><path cursor='url(x), auto' /></svg>"}) {
    const std::string text = std::string(markup) + "<base href=/b/>";
    check_loaded({{text, {b("x"), base}}});
    for (const Engine engine : {Engine::dom, Engine::automatic}) {
      CAPTURE(markup, engine == Engine::dom);
      CHECK(at_place(text, engine) == d("x"));
      CHECK(at_place("<base href=/b/>" + std::string(markup), engine) == "");
    }
  }
}

TEST_CASE("an import map has the base URL of its place") {
  const auto urls = [](std::string const& text) {
    DocumentOptions options = at(page);
    options.also.import_map = true;
    return loaded_urls_of(source_from_text(text), Engine::dom, options);
  };
  const std::string base = "https://example.com/b/";
  const std::string map = R"(<script type=importmap>{"imports":{"m":"./m.js"}}</script>)";
  CHECK(urls(map + "<base href=/b/>") == std::vector{d("m.js"), base});
  CHECK(urls("<base href=/b/>" + map) == std::vector{base, b("m.js")});
  CHECK(urls(map + "<base href=/b/>" + map) == std::vector{d("m.js"), base, b("m.js")});
  CHECK(urls("<svg>" + map + "</svg>") == std::vector{d("m.js")});
  CHECK(
      urls("<svg><script type=importmap href=x>{\"imports\":{\"m\":\"./m.js\"}}</script></svg>") ==
      std::vector{d("x")});
  CHECK(urls("<script type=importmap src=x>{\"imports\":{\"m\":\"./m.js\"}}</script>") ==
        std::vector{d("x")});
}

TEST_CASE("speculation rules are relative to the document base URL, wherever they stand") {
  DocumentOptions options = at(page);
  options.also.speculation_rules = true;
  const std::string bases[] = {"", R"(,"relative_to":"document")", R"(,"relative_to":"ruleset")"};
  for (std::string const& more : bases) {
    CAPTURE(more);
    const std::string text =
        R"(<base href=/b/><script type=speculationrules>{"prefetch":[{"urls":["a.html"])" + more +
        "}]}</script>";
    CHECK(loaded_urls_of(source_from_text(text), Engine::dom, options) ==
          std::vector<std::string>{"https://example.com/b/", b("a.html")});
  }
}

TEST_CASE("the place of a link tells what it is loaded from") {
  const std::string base = "https://example.com/b/";
  check_loaded({
      {"<base href=/b/><img src=x>", {base, b("x")}},
      {"<img src=x>", {d("x")}},
      {"<img src=x><base target=t>", {d("x")}},
      {"<img src=x><base href=javascript:y>", {d("x"), "javascript:y"}},
      {"<img src=x><base href=/b/><img src=y><base href=/c/>",
       {both("x"), base, b("y"), "https://example.com/c/"}},
      {"<img src=/x><base href=/b/>", {"https://example.com/x https://example.com/x", base}},
      {"<svg><use href='#x' /></svg><base href=/b/>", {d("page.html#x"), base}},
      {"<template><base href=/t/></template><img src=x><base href=/b/>", {both("x"), base}},
      // A base element that a table moves in front of the first one counts from its place on.
      {"<table><td><base href=/c/><img src=x></td><base href=/b/></table><img src=y>",
       {"https://example.com/c/", b("x") + " https://example.com/c/x", base, b("y")}},
      {"<table><td><img src=w><base href=/c/></td><base href=/b/></table>",
       {both("w"), "https://example.com/c/", base}},
  });
}

TEST_CASE("a refresh has the base URL of its place") {
  const std::string base = "https://example.com/b/";
  check_loaded({
      {"<meta http-equiv=refresh content='0;url=r'><base href=/b/>", {d("r"), base}},
      {"<base href=/b/><meta http-equiv=refresh content='0;url=r'>", {base, b("r")}},
      {"<table><td><base href=/c/><meta http-equiv=refresh content='0;url=r'></td><base "
       "href=/b/></table>",
       {"https://example.com/c/", "https://example.com/c/r", base}},
  });
}

TEST_CASE("a base element that a template removes counts up to the template") {
  const std::string base = "https://example.com/b/";
  const std::string old = "<p><?start name='x'><base href=/o/><?end></p><img src=v>";
  const std::string v = b("v") + " https://example.com/o/v";
  check_loaded({
      {old, {"https://example.com/o/", "https://example.com/o/v"}},
      {old + "<template for=x></template><img src=w>",
       {d("v") + " https://example.com/o/v", d("w")}},
      {old + "<template for=x></template><img src=w><base href=/b/><img src=x>",
       {v, both("w"), base, b("x")}},
      {old + "<template for=x><img src=w></template><base href=/b/>", {v, both("w"), base}},
      {old + "<template for=x><base href=/b/></template><img src=w>", {v, base, b("w")}},
      {old + "<base href=/b/><template for=x></template><img src=w>", {v, base, b("w")}},
      {old +
           "<template for=x></template><meta http-equiv=refresh content='0;url=r'><base href=/b/>",
       {v, d("r"), base}},
      {old +
           "<meta http-equiv=refresh content='0;url=r'><template for=x></template><base href=/b/>",
       {v, "https://example.com/o/r", base}},
  });
}

TEST_CASE("URLs of style sheets are loaded in UTF-8 from there, too") {
  DocumentOptions options = at(page);
  const SourceText source =
      source_from_text("<p style='a:url(x?\xC3\xA9)'><img src='x?\xC3\xA9'><base href=/b/>",
                       ContentType::html, text::Encoding::windows_1252);
  for (const Engine engine : {Engine::dom, Engine::automatic}) {
    CHECK(loaded_urls_of(source, engine, options) ==
          std::vector<std::string>{both("x?%C3%A9"), both("x?%E9"), "https://example.com/b/"});
  }
}

TEST_CASE("very many links before the base element are loaded from elsewhere") {
  std::string text;
  for (int i = 0; i < 140'000; ++i) text += "<img src=x>\n";
  text += "<base href=/b/><img src=y>";
  const std::vector<std::string> urls = loaded_urls_of(source_from_text(text), Engine::scan);
  REQUIRE(urls.size() == 140'002);
  CHECK(urls.front() == both("x"));
  CHECK(urls[139'999] == both("x"));
  CHECK(urls.back() == b("y"));
}

TEST_CASE("xml:base is no base that a browser loads from") {
  DocumentOptions options = at(page);
  constexpr std::string_view text = "<p xml:base=/x/><img src=i></p><base href=/b/>";
  CHECK(loaded_urls_of(source_from_text(text), Engine::dom, options).front() ==
        "https://example.com/x/i");
  options.xml_base = XmlBase::off;
  CHECK(loaded_urls_of(source_from_text(text), Engine::dom, options).front() == both("i"));
}

TEST_CASE("empty values that HTML does not fetch have no URL") {
  for (std::string_view markup :
       {"<img src='V'>", "<script src='V'></script>", "<link rel=stylesheet href='V'>",
        "<link href='V'>", "<iframe src='V'></iframe>", "<embed src='V'>",
        "<object data='V'></object>", "<input src='V'>", "<video poster='V'></video>",
        "<video src='V'></video>", "<audio src='V'></audio>", "<source src='V'>", "<track src='V'>",
        "<body background='V'>", "<table background='V'>", "<table><td background='V'></table>"}) {
    for (std::string_view value : {"", " ", "\t\n "}) {
      std::string text(markup);
      text.replace(text.find('V'), 1, value);
      check_loaded({{text, {"!empty"}}});
    }
  }
  check_loaded({{"<frameset><frame src=''></frameset>", {"!empty"}}, {"<img src>", {"!empty"}}});
}

TEST_CASE("other empty values resolve as ever") {
  for (std::string_view markup :
       {"<a href=''>x</a>", "<area href=''>", "<q cite=''></q>", "<svg><a href='' /></svg>",
        "<svg><image href='' /></svg>", "<svg><use href='' /></svg>", "<img longdesc=''>"}) {
    check_loaded({{markup, {d("page.html")}}});
  }
}

TEST_CASE("the library tells what is loaded and what is empty") {
  const Links found = links("<img src=x><img src=''><base href=/b/>", page);
  REQUIRE(found);
  REQUIRE(found.size() == 3);
  CHECK(found[0].url == b("x"));
  CHECK(found[0].loaded == d("x"));
  CHECK(found[1].url.empty());
  CHECK(found[1].error == url::Error::empty);
  CHECK(!found[1].loaded);
  CHECK(!found[2].loaded);
}

TEST_CASE("what is in tags, in comments and at borders of sections is no text of an SVG style") {
  check_loaded({
      {"<svg><style>a{b:url(x</q>y)}</style></svg>", {d("xy")}},
      {"<svg><style>a{b:url(x<![CDATA[y]]>z)}</style></svg>", {d("xyz")}},
      {"<svg><style>a{b:url(x<![CDATA[y</style>]]>z)}</style></svg>", {d("xy%3C/style%3Ez")}},
      {"<svg><style>a{b:url(x</q y='>'>z)}</style></svg>", {d("xz")}},
      {"<svg><style>a{b:url(x<!-- c -->z)}</style></svg>", {d("xz")}},
      {"<svg><style>a{b:url(x<g>y</g>z)}</style></svg>", {d("xz")}},
      {"<svg><style>a{b:url(x</>z)}</style></svg>", {d("xz")}},
      {"<svg><style>a{b:url(x&lt;z)}</style></svg>", {d("x%3Cz")}},
  });
}
