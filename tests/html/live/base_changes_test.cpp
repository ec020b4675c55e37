#include "hrefkit/html/base_changes.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

/// A page whose base URLs can be changed.
struct ChangedPage {
  explicit ChangedPage(std::string markup, ContentType type = ContentType::html)
      : text(std::move(markup)),
        options{.url = "https://docs.example/d/page.html"},
        contexts(ContextTree(source_from_text(text, type), options, notes), options),
        recorder(contexts, options.also) {}

  auto make(BaseChanges const& changes) { return make_base_changes(changes, contexts, recorder); }

  /// "raw before after" of each URL.
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    recorder.report([&](UrlEffect const& effect) {
      lines.push_back(std::string(effect.raw) + " " + effect.before.value_or("null") + " " +
                      effect.after.value_or("null"));
    });
    return lines;
  }

  std::string text;
  DocumentOptions options;
  Notes notes;
  LiveContexts contexts;
  EffectRecorder recorder;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("changes of base URLs are made in their order") {
  ChangedPage page("<base href=/b/><div id=x><a href=p></a></div><a href=q></a>");
  BaseChanges changes;
  changes.remove_base = true;
  changes.set_base = "/c/";
  changes.xml_bases.push_back({"#x", "inner/"});
  changes.new_address = page.options;
  changes.new_address->url = "https://new.example/";
  REQUIRE(page.make(changes));
  const Lines lines = page.lines();
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "p https://docs.example/b/p https://new.example/c/inner/p");
  CHECK(lines[1] == "q https://docs.example/b/q https://new.example/c/q");
}

TEST_CASE("an xml:base without a value is removed") {
  ChangedPage page("<div xml:base=/x/><a href=p></a></div>");
  REQUIRE(page.make({.xml_bases = {{"div", {}}}}));
  CHECK(page.lines() == Lines{"p https://docs.example/x/p https://docs.example/d/p"});
}

TEST_CASE("an element moves to the end of another document's body") {
  ChangedPage page("<p><a href=p></a>");
  ChangedPage other("<base href=/o/><p>");
  REQUIRE(make_base_changes({.move = "a"}, page.contexts, page.recorder, &other.contexts,
                            &other.recorder));
  CHECK(page.lines() == Lines{"p https://docs.example/d/p https://docs.example/o/p"});
}

TEST_CASE("changes that cannot be made change nothing and say why") {
  struct Case {
    BaseChanges changes;
    BaseChangeError error;
    std::string message;
  };
  const std::vector<Case> cases{
      {{.set_base = "/c/", .xml_bases = {{"p:hover", "x"}}}, BaseChangeError::selector, ":"},
      {{.set_base = "/c/", .xml_bases = {{"#none", "x"}}},
       BaseChangeError::no_match,
       "no element matches '#none'"},
      {{.set_base = "/c/", .move = "table"}, BaseChangeError::no_match, "'table'"},
      {{.set_base = "/c/", .xml_bases = {{"p", "x"}, {".n", "y"}}},
       BaseChangeError::contradiction,
       "'p' and '.n' match the same element"},
  };
  for (Case const& row : cases) {
    ChangedPage page("<p class=n><a href=p></a>");
    const auto made = page.make(row.changes);
    REQUIRE_FALSE(made);
    CHECK(made.error().error == row.error);
    CAPTURE(made.error().message);
    CHECK(made.error().message.find(row.message) != std::string::npos);
    CHECK(page.lines().empty());
  }
  ChangedPage drawing("<svg xmlns='http://www.w3.org/2000/svg'/>", ContentType::xml);
  const auto made = drawing.make({.set_base = "/c/"});
  REQUIRE_FALSE(made);
  CHECK(made.error().error == BaseChangeError::no_head);
}
