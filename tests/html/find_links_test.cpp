#include "hrefkit/html/find_links.h"

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#if !defined(NDEBUG)
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#endif

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::at;
using test::page;

namespace {

constexpr Engine engines[] = {Engine::automatic, Engine::scan, Engine::dom};

std::string repeated(std::string_view piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

/// Documents of which the scanner collects the links, reads the text twice, and needs the tree.
std::vector<std::string> documents() {
  return {repeated("<a href=x id=y>\n", 2'000), repeated("<a href=x id=y>\n", 140'000),
          repeated("<a href=x id=y>\n", 2'000) + "<p xml:base=z>",
          "<p style='" + repeated("a:url(x);", 140'000) + "'>" + repeated("<i id=y>", 2'000)};
}

}  // namespace

TEST_CASE("every engine hands links and anchors out in blocks of bounded size, in source order") {
  for (std::string const& text : documents()) {
    for (const Engine engine : engines) {
      std::size_t links = 0;
      std::size_t blocks = 0;
      std::size_t anchors = 0;
      std::uint32_t last = 0;
      LinkSink sink;
      sink.links = [&](LinkBlock const& block) {
        CHECK(!block.links.empty());
        CHECK(block.links.size() <= max_link_block);
        for (Link const& link : block.links) {
          if (link.span.begin < last) FAIL("links are not in order");
          last = link.span.begin;
        }
        links += block.links.size();
        ++blocks;
      };
      sink.anchors = [&](std::span<Anchor const> found) {
        CHECK(found.size() <= max_link_block);
        anchors += found.size();
      };
      REQUIRE(find_links(source_from_text(text), at(page), sink, engine));
      CHECK(links >= 2'000);
      CHECK(blocks >= links / max_link_block);
      CHECK(anchors >= 2'000);
    }
  }
}

TEST_CASE("anchors come first where they are to") {
  for (std::string const& text : documents()) {
    for (const Engine engine : engines) {
      std::size_t links = 0;
      std::size_t anchors = 0;
      std::size_t late_anchors = 0;
      LinkSink sink;
      sink.links = [&](LinkBlock const& block) { links += block.links.size(); };
      sink.anchors = [&](std::span<Anchor const> found) {
        (links == 0 ? anchors : late_anchors) += found.size();
      };
      REQUIRE(find_links(source_from_text(text), at(page), sink, engine));
      const std::size_t all_links = std::exchange(links, 0);
      const std::size_t all_anchors = anchors + std::exchange(late_anchors, 0);
      anchors = 0;
      sink.anchors_first = true;
      REQUIRE(find_links(source_from_text(text), at(page), sink, engine));
      CHECK(links == all_links);
      CHECK(anchors == all_anchors);
      CHECK(late_anchors == 0);
    }
  }
}

TEST_CASE("a sink may stop early, with each of its listeners") {
  for (std::string const& text : documents()) {
    for (const Engine engine : engines) {
      int calls = 0;
      const auto stop = [&](auto const&) {
        ++calls;
        return Flow::stop;
      };
      REQUIRE(find_links(source_from_text(text), at(page), {.links = stop}, engine));
      CHECK(calls == 1);
      REQUIRE(find_links(source_from_text(text), at(page), {.anchors = stop}, engine));
      CHECK(calls == 2);
      REQUIRE(
          find_links(source_from_text(text), at(page), {.links = stop, .anchors = stop}, engine));
      CHECK(calls == 3);
    }
  }
  int links = 0;
  const LinkSink sink{.links = [&](LinkBlock const&) { ++links; },
                      .notes = [](Note const&) { return Flow::stop; }};
  REQUIRE(find_links(source_from_text("<a href=x xml:base='//['>"), at(page), sink));
  CHECK(links == 0);
}

TEST_CASE("a listener that is null or an empty function is as good as no listener") {
  void (*const pointer)(LinkBlock const&) = nullptr;
  const std::function<void(LinkBlock const&)> function;
  const std::function<Flow(std::span<Anchor const>)> with_flow;
  CHECK_FALSE(LinkSink{.links = pointer}.links);
  CHECK_FALSE(LinkSink{.links = function}.links);
  CHECK_FALSE(LinkSink{.anchors = with_flow}.anchors);
  for (const Engine engine : engines) {
    REQUIRE(find_links(source_from_text("<a href=x id=y>"), at(page),
                       {.links = function, .anchors = with_flow}, engine));
  }
}

TEST_CASE("a finder goes on with the next document after one that was stopped") {
  LinkFinder finder;
  const auto stop = [](LinkBlock const&) { return Flow::stop; };
  for (std::string const& text : documents()) {
    REQUIRE(finder.find(source_from_text(text), at(page), {.links = stop}));
    std::size_t links = 0;
    const auto count = [&](LinkBlock const& block) { links += block.links.size(); };
    REQUIRE(finder.find(source_from_text(text), at(page), {.links = count}));
    CHECK(links >= 2'000);
  }
}

TEST_CASE("a finder that was moved from is as good as new") {
  LinkFinder finder(Engine::scan);
  LinkFinder other(std::move(finder));
  LinkFinder third;
  third = std::move(other);
  for (LinkFinder* const each : {&finder, &other, &third}) {
    std::size_t links = 0;
    const auto count = [&](LinkBlock const& block) { links += block.links.size(); };
    REQUIRE(each->find(source_from_text("<a href=x><a href=y>"), at(page), {.links = count}));
    CHECK(links == 2);
  }
}

TEST_CASE("an address that is relative or broken is an error, and nothing is handed out") {
  const auto fail = [](auto const&) { FAIL_CHECK("something was handed out"); };
  for (const url::Standard standard : url::all_standards) {
    for (const Engine engine : engines) {
      for (const std::string url : {"page.html", "", "/x", "//h/x", "https://["}) {
        CAPTURE(url, std::string(name(standard)));
        DocumentOptions options = at(url);
        options.standard = standard;
        const auto found = find_links(source_from_text("<a href=https://x/ id=y>"), options,
                                      {.links = fail, .anchors = fail, .notes = fail}, engine);
        REQUIRE_FALSE(found);
        CHECK(found.error() == FindError::unusable_url);
        CHECK_FALSE(message(found.error()).empty());
      }
    }
  }
  DocumentOptions blank = at("about:blank");
  blank.creator = "relative";
  CHECK_FALSE(find_links(source_from_text("<a href=x>"), blank, {}));
  CHECK(find_links(source_from_text("<a href=x>"), at("about:blank"), {}));
}

TEST_CASE("the scan engine notes the documents that need their tree") {
  for (const Engine engine : engines) {
    std::vector<std::string> notes;
    const auto take = [&](Note const& note) { notes.emplace_back(name(note.kind)); };
    REQUIRE(
        find_links(source_from_text("<a href=x xml:base=y>"), at(page), {.notes = take}, engine));
    if (engine == Engine::scan) {
      CHECK(notes == std::vector<std::string>{"tree-needed"});
    } else {
      CHECK(notes.empty());
    }
  }
}

TEST_CASE("the source says the content type and the encoding, once") {
  std::string buffer;
  Notes notes;
  const auto html = decode_source("<a href='?\xE4'/><![CDATA[<a href=x>]]>",
                                  {.transport_charset = "windows-1252"}, buffer, notes);
  REQUIRE(html);
  CHECK(test::links_of(*html, at(page)).size() == 1);
  CHECK(test::links_of(*html, at(page))[0].url == "https://example.com/dir/page.html?%E4");
  const auto xml =
      decode_source("<a xmlns='http://www.w3.org/1999/xhtml' href='y'><![CDATA[<a href='x'>]]></a>",
                    {.content_type = ContentType::xml}, buffer, notes);
  REQUIRE(xml);
  CHECK(test::links_of(*xml, at(page), nullptr, Engine::automatic).size() == 1);
}

TEST_CASE("the names of the engines") {
  CHECK(name(Engine::automatic) == "auto");
  CHECK(engine_from_name("auto") == Engine::automatic);
  CHECK(engine_from_name("scan") == Engine::scan);
  CHECK(engine_from_name("dom") == Engine::dom);
  CHECK_FALSE(engine_from_name("DOM"));
}

#if !defined(NDEBUG)
TEST_CASE("a finder asserts that it is not used inside its own sink") {
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    static_cast<void>(std::freopen("/dev/null", "w", stderr));
    LinkFinder finder;
    const auto source = source_from_text("<a href=x>");
    const auto again = [&](LinkBlock const&) {
      static_cast<void>(finder.find(source, at(page), {}));
    };
    static_cast<void>(finder.find(source, at(page), {.links = again}));
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
}
#endif

TEST_CASE("every engine finds empty actions where they are asked for, at the document's address") {
  std::string buffer;
  Notes notes;
  const auto source = decode_source(
      "<base href=/b/><form action='' ><button formaction=' '></button><input formaction=x></form>",
      {}, buffer, notes);
  REQUIRE(source);
  for (const Engine engine : engines) {
    for (const bool asked : {false, true}) {
      DocumentOptions options{.url = page};
      options.also.empty_values = asked;
      std::vector<std::string> urls;
      const auto take = [&](LinkBlock const& block) {
        for (Link const& link : block.links) {
          if (link.kind == LinkKind::form) urls.push_back(block.resolve(link).value_or("error"));
        }
      };
      REQUIRE(find_links(*source, options, {.links = take}, engine));
      std::vector<std::string> expected{"https://example.com/b/x"};
      if (asked) expected.insert(expected.begin(), {page, page});
      CHECK(urls == expected);
    }
  }
}

TEST_CASE("a text that the fault of XML cuts is no link") {
  struct Case {
    std::string text;  ///< behind the start of a sitemap
    std::vector<std::string> raw;
  };
  const std::string there = "<url><loc>/a</loc></url>";
  const std::vector<Case> cases{
      {there + "<url><loc>/b", {"/a"}},
      {there + "<url><loc>/b \n", {"/a"}},
      {there + "<url><loc>/b<", {"/a"}},
      {there + "<url><loc>/b<c", {"/a"}},
      {there + "<url><loc>/b<!-- > -", {"/a"}},
      {there + "<url><loc>/b<?c >", {"/a"}},
      {there + "<url><loc>/b&", {"/a"}},
      {there + "<url><loc>/b&c;/d</loc>", {"/a"}},
      {there + "<url><loc>/b & c</loc>", {"/a"}},
      {there + "<url><loc>/b\x01</loc>", {"/a"}},
      {there + "<url><loc>/b</c>", {"/a", "/b"}},
      {there + "<url><loc>/b</url>", {"/a", "/b"}},
      {there + "<url><loc>/b</loc>", {"/a", "/b"}},
      {there + "</urlset>", {"/a"}},
  };
  for (Case const& c : cases) {
    CAPTURE(c.text);
    const std::string text =
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + c.text;
    const SourceText source = source_from_text(text, ContentType::xml);
    for (const Engine engine : {Engine::automatic, Engine::dom}) {
      std::vector<std::string> raw;
      for (test::FoundLink const& link : test::links_of(source, at(page), nullptr, engine)) {
        raw.push_back(link.raw);
      }
      CHECK(raw == c.raw);
    }
  }
}
