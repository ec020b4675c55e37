// References of CSS and SVG that the base URL, or the page's encoding, does not concern.
#include <catch2/catch.hpp>

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::at;
using test::lines_of;
using test::links_of;
using Lines = std::vector<std::string>;

namespace {

constexpr char const* page_with_query = "https://a.example/dir/page.html?q";

/// The links, after both engines have given the same.
Lines lines_by_both(SourceText const& source, DocumentOptions const& options) {
  const Lines lines = lines_of(source, options, Engine::dom);
  CHECK(lines_of(source, options, Engine::automatic) == lines);
  return lines;
}

Lines lines_by_both(std::string_view text) {
  return lines_by_both(source_from_text(text), at(page_with_query));
}

}  // namespace

// CSS Values 4 4.5.1.1, "Fragment URLs"; SVG 2 16.1.4.
TEST_CASE("fragments alone in CSS and SVG lead into their own document, whatever its base is") {
  const std::string own = page_with_query;
  CHECK(lines_by_both("<base href=/b/><p style='a:url(#x)'><style>a{b:url(\"#y\")}</style>"
                      "<svg><use href='#z' xlink:href='#w'/><path fill='url(#f)'/></svg>") ==
        Lines{"base[href] /b/ -> https://a.example/b/", "p[style] #x -> " + own + "#x",
              "style[] #y -> " + own + "#y", "use[href] #z -> " + own + "#z",
              "use[xlink:href] #w -> " + own + "#w", "path[fill] #f -> " + own + "#f"});
  for (std::string_view element : {"linearGradient", "radialGradient", "pattern", "textPath",
                                   "animate", "filter", "feImage", "mpath"}) {
    CAPTURE(element);
    const std::string text =
        "<base href=/b/><svg><" + std::string(element) + " xlink:href='#x'></svg>";
    CHECK(lines_by_both(text).back().ends_with("-> " + own + "#x"));
  }
}

TEST_CASE("hyperlinks and other URLs are relative to the base, also in SVG and CSS") {
  CHECK(lines_by_both("<base href=/b/><a href='#x'></a><svg><a href='#x'/><use href='x#y'/>"
                      "<image href='#x'/><path fill='url(x#y)' style='a:url(\" #x\")'/></svg>") ==
        Lines{"base[href] /b/ -> https://a.example/b/", "a[href] #x -> https://a.example/b/#x",
              "a[href] #x -> https://a.example/b/#x", "use[href] x#y -> https://a.example/b/x#y",
              "image[href] #x -> https://a.example/b/#x",
              "path[fill] x#y -> https://a.example/b/x#y",
              "path[style]  #x -> https://a.example/b/#x"});
}

TEST_CASE("local references tell so, with the document as the source of their base") {
  for (const Engine engine : {Engine::dom, Engine::automatic}) {
    const auto links = links_of(source_from_text("<base href=/b/><p style='a:url(#x);b:url(y)'>"),
                                at(page_with_query), nullptr, engine);
    REQUIRE(links.size() == 3);
    CHECK(links[1].local);
    CHECK(links[1].base_source == BaseSource::document);
    CHECK(links[1].base == page_with_query);
    CHECK_FALSE(links[2].local);
    CHECK(links[2].base_source == BaseSource::base);
  }
}

TEST_CASE("neither xml:base nor a creator nor a container moves local references") {
  CHECK(lines_of("<svg xml:base=/s/><use href='#x'/></svg>", at(page_with_query)) ==
        Lines{"use[href] #x -> " + std::string(page_with_query) + "#x"});
  DocumentOptions blank = at("about:blank");
  blank.creator = "https://creator.example/";
  CHECK(lines_by_both(source_from_text("<p style='a:url(#x)'>"), blank) ==
        Lines{"p[style] #x -> about:blank#x"});
  CHECK(lines_of("<iframe srcdoc=\"<svg><use href='#x'/></svg><a href='#y'>\">",
                 at(page_with_query)) ==
        Lines{"use[href] #x -> about:srcdoc#x",
              "a[href] #y -> " + std::string(page_with_query) + "#y"});
}

TEST_CASE("the older standards have local references, too") {
  for (const url::Standard standard : url::all_standards) {
    DocumentOptions options = at(page_with_query);
    options.standard = standard;
    CAPTURE(std::string(name(standard)));
    CHECK(lines_by_both(source_from_text("<head><base href=/b/></head><p style='a:url(#x)'>"),
                        options)
              .back() == "p[style] #x -> " + std::string(page_with_query) + "#x");
  }
}

// CSS Values 4 4.5.4, "URL processing model".
TEST_CASE("queries in CSS are UTF-8 in a page of a legacy encoding, others are not") {
  const auto source = source_from_text(
      "<a href='?\xC3\xA4'></a><p style='a:url(?\xC3\xA4)'><style>a{b:url(/?\xC3\xA4)}</style>"
      "<svg><path fill='url(?\xC3\xA4)'/></svg><img src='?\xC3\xA4' srcset='?\xC3\xA4'>",
      ContentType::html, text::Encoding::windows_1252);
  const std::string dir = "https://a.example/dir/page.html";
  CHECK(lines_by_both(source, at(page_with_query)) ==
        Lines{"a[href] ?\xC3\xA4 -> " + dir + "?%E4", "p[style] ?\xC3\xA4 -> " + dir + "?%C3%A4",
              "style[] /?\xC3\xA4 -> https://a.example/?%C3%A4",
              "path[fill] ?\xC3\xA4 -> " + dir + "?%C3%A4", "img[src] ?\xC3\xA4 -> " + dir + "?%E4",
              "img[srcset] ?\xC3\xA4 -> " + dir + "?%E4"});
}

// HTML Standard 8.1.5.2, "resolve a URL-like module specifier"; JSON-LD 1.1 API 5.2.1.
TEST_CASE("queries in import maps and JSON-LD are UTF-8 in a page of a legacy encoding") {
  DocumentOptions options = at(page_with_query);
  options.also = {.meta = true, .json_ld = true, .import_map = true};
  const auto source = source_from_text(
      "<script type=importmap>{\"imports\":{\"x\":\"./x?\xC3\xA4\"}}</script>"
      "<script type=application/ld+json>{\"@id\":\"?\xC3\xA4\"}</script>"
      "<meta property=og:url content='?\xC3\xA4'>",
      ContentType::html, text::Encoding::windows_1252);
  const std::string dir = "https://a.example/dir/";
  CHECK(lines_by_both(source, options) ==
        Lines{"script[] ./x?\xC3\xA4 -> " + dir + "x?%C3%A4",
              "script[] ?\xC3\xA4 -> " + dir + "page.html?%C3%A4",
              "meta[content] ?\xC3\xA4 -> " + dir + "page.html?%E4"});
}

TEST_CASE("queries in CSS are UTF-8 under base elements and xml:base scopes") {
  const auto source = source_from_text(
      "<base href=/b/><p style='a:url(?\xC3\xA4)'><p xml:base=c/ style='a:url(?\xC3\xA4)'>",
      ContentType::html, text::Encoding::windows_1252);
  const auto links = links_of(source, at(page_with_query));
  REQUIRE(links.size() == 3);
  CHECK(links[1].url == "https://a.example/b/?%C3%A4");
  CHECK(links[1].base_source == BaseSource::base);
  CHECK(links[2].url == "https://a.example/b/c/?%C3%A4");
  CHECK(links[2].base_source == BaseSource::xml_base);
}

TEST_CASE("presentation attributes with url() are links of SVG elements") {
  CHECK(lines_by_both("<svg fill='url(1)'><g stroke='url(&quot;2&quot;) red' mask='none' "
                      "clip-path='url(3) fill-box' fill=red><path marker-start=url(4) "
                      "marker-mid=url(5) MARKER-END=url(6) filter='blur(1px) url(7)' "
                      "cursor='url(8), url(9), auto'/><animate fill='url(0)' mask='url(10)'/>"
                      "</svg><p fill='url(0)'>") ==
        Lines{"svg[fill] 1 -> https://a.example/dir/1", "g[stroke] 2 -> https://a.example/dir/2",
              "g[clip-path] 3 -> https://a.example/dir/3",
              "path[marker-start] 4 -> https://a.example/dir/4",
              "path[marker-mid] 5 -> https://a.example/dir/5",
              "path[marker-end] 6 -> https://a.example/dir/6",
              "path[filter] 7 -> https://a.example/dir/7",
              "path[cursor] 8 -> https://a.example/dir/8",
              "path[cursor] 9 -> https://a.example/dir/9",
              "animate[mask] 10 -> https://a.example/dir/10"});
}

TEST_CASE("a refresh in a shadow tree does nothing") {
  CHECK(
      lines_by_both("<div><template shadowrootmode=open><meta http-equiv=refresh "
                    "content='1;url=x'><a href=y></template></div>"
                    "<meta http-equiv=refresh content='1;url=z'>") ==
      Lines{"a[href] y -> https://a.example/dir/y", "meta[content] z -> https://a.example/dir/z"});
}
