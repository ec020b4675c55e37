#include "hrefkit/html/links/dom_links.h"

#include <catch2/catch.hpp>

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::at;
using test::lines_of;
using test::links_of;
using test::page;
using Lines = std::vector<std::string>;

TEST_CASE("links come in source order, whatever the tree's order") {
  // The second anchor is foster-parented in front of the table.
  CHECK(lines_of("<table><tr><td><a href=1></a></td><a href=2></a></tr></table>", at(page)) ==
        Lines{"a[href] 1 -> https://example.com/dir/1", "a[href] 2 -> https://example.com/dir/2"});
}

TEST_CASE("elements that the parser clones are reported once") {
  CHECK(lines_of("<p><a href=1>x<p>y<div>z</a></div>", at(page)).size() == 1);
  CHECK(lines_of("<b itemid=i><p>1</b>2</p>", at(page)).size() == 1);
}

TEST_CASE("template content is inert") {
  constexpr std::string_view text = "<template><a href=1></a></template><a href=2></a>";
  CHECK(lines_of(text, at(page)).size() == 1);
  DocumentOptions options = at(page);
  options.templates = true;
  CHECK(lines_of(text, options).size() == 2);
}

// The answers are those of Chromium 156.
TEST_CASE("a formatting element of a template that is made again outside is a link") {
  for (std::string_view in :
       {"", "<select>", "<applet>", "<object>", "<table>", "<table><tr><td>"}) {
    for (std::string_view marker : {"<marquee>", "<applet>", "<object>", "<table><tr><td>"}) {
      const std::string text =
          "<template>" + std::string(in) + "<a href=u>" + std::string(marker) + "</template>";
      INFO(text);
      for (const Engine engine : {Engine::dom, Engine::automatic}) {
        const std::string with_text = text + "x";
        CHECK(lines_of(source_from_text(with_text), at(page), engine) ==
              Lines{"a[href] u -> https://example.com/dir/u"});
        CHECK(lines_of(source_from_text(text), at(page), engine).empty());
      }
    }
  }
}

TEST_CASE("spans hold the URL as written, values are decoded") {
  constexpr std::string_view text =
      "<a href=' ?a&amp;b '></a><img srcset=\"a&#46;png 1x,\nb.png&#32;2x\">"
      "<meta http-equiv=Refresh content=\"5; url='/n?x&amp;y'\">"
      "<a ping='/p1 /p2' href></a><p style=\"background:url( 'i\\2e png' )\">"
      "<a href=&#x41;b><a href=\n&amp;><a href='&#x41;'><a href= >";
  std::vector<std::pair<std::string, std::string>> found;
  for (auto const& link : links_of(text, at(page))) {
    found.emplace_back(link.raw, std::string(link.span.in(text)));
  }
  const std::vector<std::pair<std::string, std::string>> expected{
      {" ?a&b ", " ?a&amp;b "},
      {"a.png", "a&#46;png"},
      {"b.png", "b.png"},
      {"/n?x&y", "/n?x&amp;y"},
      {"/p1", "/p1"},
      {"/p2", "/p2"},
      {"", ""},
      {"i.png", "i\\2e png"},
      {"Ab", "&#x41;b"},
      {"&", "&amp;"},
      {"A", "&#x41;"},
      {"", ""},
  };
  CHECK(found == expected);
}

TEST_CASE("places of bases and notes are places in the file, in srcdoc documents too") {
  constexpr std::string_view text =
      "<p>&amp;<iframe srcdoc=\"&lt;base href=/b/><p xml:base='//['>"
      "<a xml:base=c/ href=x>\"></iframe>";
  Notes notes;
  std::vector<std::string_view> declared;
  const auto take = [&](LinkBlock const& block) {
    for (LinkBase const& base : block.bases) declared.push_back(base.declared.in(text));
  };
  const auto take_note = [&](Note const& note) { notes.push_back(note); };
  REQUIRE(find_links(source_from_text(text), at(page), {.links = take, .notes = take_note},
                     Engine::dom));
  CHECK(declared == std::vector<std::string_view>{"", "", "/b/", "c/"});
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].span.in(text) == "//[");
}

TEST_CASE("style elements: raw text in HTML, references and CDATA in SVG") {
  const auto raws = [](std::string_view text) {
    Lines raw;
    for (auto const& link : links_of(text, at(page))) {
      raw.push_back(link.raw + "|" + std::string(link.span.in(text)));
    }
    return raw;
  };
  CHECK(raws("<style>@import 'a.css'; p{background:url(b.png)}</style>") ==
        Lines{"a.css|a.css", "b.png|b.png"});
  CHECK(raws("<style>p{background:url(a&amp;b)}</style>") == Lines{"a&amp;b|a&amp;b"});
  CHECK(raws("<svg><style>p{background:url(a&amp;b)}</style></svg>") == Lines{"a&b|a&amp;b"});
  CHECK(raws("<svg><style><![CDATA[p{background:url(a&amp;b)}]]></style></svg>") ==
        Lines{"a&amp;b|a&amp;b"});
  CHECK(raws("<style type=text/less>p{background:url(b.png)}</style>").empty());
}

TEST_CASE("opt-in links: social cards, JSON-LD, import maps") {
  constexpr std::string_view text =
      "<meta property=og:image content=/i.png><meta name=description content=/no>"
      "<script type='application/ld+json'>{\"@id\":\"\\/thing\",\"name\":\"n\"}</script>"
      "<script type=importmap>{\"imports\":{\"a\":\"./a.js\"}}</script>";
  CHECK(lines_of(text, at(page)).empty());
  DocumentOptions options = at(page);
  options.also = {.meta = true, .json_ld = true, .import_map = true};
  CHECK(lines_of(text, options) == Lines{"meta[content] /i.png -> https://example.com/i.png",
                                         "script[] /thing -> https://example.com/thing",
                                         "script[] ./a.js -> https://example.com/dir/a.js"});
}

TEST_CASE("a JSON-LD script may have parameters in its type") {
  DocumentOptions options = at(page);
  options.also.json_ld = true;
  const auto lines_with_type = [&](std::string const& type) {
    return lines_of("<script type='" + type + "'>{\"@id\":\"/i\"}</script>", options);
  };
  const Lines found{"script[] /i -> https://example.com/i"};
  CHECK(lines_with_type("application/ld+json;profile=\"http://www.w3.org/ns/json-ld#framed\"") ==
        found);
  CHECK(lines_with_type(" Application/LD+JSON ; charset=utf-8") == found);
  CHECK(lines_with_type("application/ld+jsonx").empty());
  CHECK(lines_with_type("application/json").empty());
}

TEST_CASE("an empty action names no URL; other empty values name the base") {
  CHECK(lines_of("<form action><button formaction=' '><input formaction=''></form>", at(page))
            .empty());
  CHECK(lines_of("<a href></a>", at(page)) == Lines{"a[href]  -> " + std::string(page)});
}

TEST_CASE("xml:base scopes: relative to the outer one, ended with the element") {
  constexpr std::string_view text =
      "<div xml:base=/a/><a href=1></a><p xml:base=b/><a href=2></a></p><a href=3></a></div>"
      "<a href=4></a><svg xml:base='/s/'><a href=5></a></svg>";
  const auto urls = [&](XmlBase which) {
    DocumentOptions options = at(page);
    options.xml_base = which;
    Lines found;
    for (auto const& link : links_of(text, options)) {
      found.push_back(link.url.substr(std::string_view("https://example.com").size()));
    }
    return found;
  };
  CHECK(urls(XmlBase::on) == Lines{"/a/1", "/a/b/2", "/a/3", "/dir/4", "/s/5"});
  CHECK(urls(XmlBase::namespaced) == Lines{"/dir/1", "/dir/2", "/dir/3", "/dir/4", "/s/5"});
  CHECK(urls(XmlBase::off) == Lines{"/dir/1", "/dir/2", "/dir/3", "/dir/4", "/dir/5"});
  CHECK(urls(XmlBase::automatic) == urls(XmlBase::off));
  CHECK(urls(XmlBase::unspecified) == urls(XmlBase::on));
}

TEST_CASE("an unusable xml:base leaves the outer base, and a note") {
  Notes notes;
  const auto links = links_of("<div xml:base='http://['><a href=1></a></div>", at(page), &notes);
  REQUIRE(links.size() == 1);
  CHECK(links[0].url == "https://example.com/dir/1");
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::unusable_base);
}

TEST_CASE("every link tells where its base is from") {
  const auto links = links_of(
      "<base href=/b/><a href=1></a><i xml:base=x/><a href=2></a></i>"
      "<iframe srcdoc='<a href=3></a>'></iframe>",
      at(page));
  REQUIRE(links.size() == 4);
  CHECK(name(links[0].base_source) == "document");  // the base element itself
  CHECK(name(links[1].base_source) == "base");
  CHECK(name(links[2].base_source) == "xml-base");
  CHECK(name(links[3].base_source) == "container");
  CHECK(links[3].base == "https://example.com/b/");
  CHECK(links[3].context == "0");
}
