#include "hrefkit/html/formats/sheet_links.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/syntax/css_tokenizer.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

SourceText sheet(std::string_view css) {
  return source_from_text(css, ContentType::css);
}

const DocumentOptions sheet_options = test::at("https://a.example/css/s.css?v=1#x");

}  // namespace

TEST_CASE("a style sheet's URLs are relative to its own address") {
  const std::string css =
      "@charset \"utf-8\";@import 'b.css';@import url(/c.css) print;"
      "a{background:url( ../i.png )}b{mask:url(#m);src:url(\"?q\"),image-set('x.png' 1x)}";
  CHECK(test::lines_of(sheet(css), sheet_options) ==
        Lines{"[] b.css -> https://a.example/css/b.css", "[] /c.css -> https://a.example/c.css",
              "[] ../i.png -> https://a.example/i.png",
              "[] #m -> https://a.example/css/s.css?v=1#m",
              "[] ?q -> https://a.example/css/s.css?q", "[] x.png -> https://a.example/css/x.png"});
  for (const Engine engine : {Engine::automatic, Engine::scan}) {
    CHECK(test::lines_of(sheet(css), sheet_options, engine) ==
          test::lines_of(sheet(css), sheet_options));
  }
}

TEST_CASE("the rows of a style sheet are those of a style element without the element") {
  const auto links = test::links_of(sheet("a{b:url(x);c:url(#y)}"), sheet_options);
  REQUIRE(links.size() == 2);
  CHECK(links[0].element.empty());
  CHECK(links[0].attribute.empty());
  CHECK(links[0].kind == LinkKind::css);
  CHECK(links[0].base_source == BaseSource::document);
  CHECK_FALSE(links[0].local);
  CHECK(links[1].local);
  CHECK(links[1].index == 1);
}

TEST_CASE("a source map is relative to its style sheet, and found beside what scripts name") {
  const std::string css = "a{b:url(x)}/*# sourceMappingURL=../s.map */";
  CHECK(test::lines_of(sheet(css), sheet_options).size() == 1);
  DocumentOptions options = sheet_options;
  options.also.scripts = true;
  const auto links = test::links_of(sheet(css), options);
  REQUIRE(links.size() == 2);
  CHECK(links[1].kind == LinkKind::sourcemap);
  CHECK(links[1].url == "https://a.example/s.map");
  CHECK(links[1].span.in(css) == "../s.map");
  // Without a URL in it, too.
  CHECK(test::links_of(sheet("a{}/*# sourceMappingURL=m*/"), options).size() == 1);
}

TEST_CASE("places in a style sheet lead to what is written") {
  const std::string css = "a{b:url(x\\20 y);c:url('\\7a')}@import \"z\\\nz\";d{e:url()}";
  std::string unescaped;
  for (test::FoundLink const& link : test::links_of(sheet(css), sheet_options)) {
    unescape_css(link.span.in(css), unescaped);
    CHECK(unescaped == link.raw);
  }
}

TEST_CASE("queries in a style sheet are in UTF-8 whatever its encoding is") {
  const std::string bytes = "@charset \"windows-1251\";a{b:url(?\xE4)}";
  std::string buffer;
  Notes notes;
  const auto source = decode_source(bytes, {.content_type = ContentType::css}, buffer, notes);
  REQUIRE(source);
  const auto links = test::links_of(*source, sheet_options);
  REQUIRE(links.size() == 1);
  CHECK(links[0].url == "https://a.example/css/s.css?%D0%B4");
}

TEST_CASE("a local reference leads to the style sheet's own address, whatever the creator is") {
  DocumentOptions blank = test::at("about:blank");
  blank.creator = "https://a.example/";
  CHECK(test::lines_of(sheet("a{b:url(#x) url(y)}"), blank) ==
        Lines{"[] #x -> about:blank#x", "[] y -> https://a.example/y"});
}

TEST_CASE("a listener ends the reading of a style sheet, and blocks are not large") {
  std::string css;
  for (int i = 0; i < 2000; ++i) css += "a{b:url(x\\79)}";
  std::size_t blocks = 0;
  std::size_t links = 0;
  const auto take = [&](LinkBlock const& block) {
    ++blocks;
    links += block.links.size();
    CHECK(block.links.size() <= max_link_block);
    for (Link const& link : block.links) CHECK(link.raw == "xy");
    return blocks == 2 ? Flow::stop : Flow::go_on;
  };
  REQUIRE(find_links(sheet(css), sheet_options, {.links = take}));
  CHECK(blocks == 2);
  CHECK(links == 2 * max_link_block);
}

TEST_CASE("a style sheet has no tree, no anchors and no notes") {
  Notes notes;
  CHECK(test::links_of(sheet("<a id=x href=y>"), sheet_options, &notes).empty());
  CHECK(notes.empty());
  std::size_t anchors = 0;
  const auto count = [&](std::span<Anchor const> some) { anchors += some.size(); };
  REQUIRE(find_links(sheet("<a id=x href=y>"), sheet_options, {.anchors = count}));
  CHECK(anchors == 0);
  const ContextTree tree(sheet("a{b:url(x)}"), sheet_options, notes);
  CHECK(tree.contexts().size() == 1);
  CHECK(tree.contexts().front().document.size() == 1);
}
