#include "hrefkit/html/base_changes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "hrefkit/html/live/selector_matcher.h"
#include "support/links_of.h"
#include "support/run_cost.h"

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

TEST_CASE("many selectors in one walk match what each of them matches alone") {
  const std::string markup =
      "<div id=a class='k l' title=T><p class=k data-n=1><A HREF=x ID=b></A><p lang=EN class='l l'>"
      "<svg id=A><a viewBox=0 class=K></a></svg></p></div><ul><li id=b><li class=m><template><p "
      "id=a>"
      "</template></ul><p data-n='1 2'><i id=c><b class=k></b></i>";
  Notes notes;
  const DocumentOptions options{.url = "https://docs.example/"};
  const ContextTree tree(source_from_text(markup), options, notes);
  Document const& document = tree.contexts()[0].document;
  const std::vector<std::string> texts{
      "#a",          "#b",          "#A",         ".k",       ".K",           "p",
      "P.k",         "*",           "a",          "svg a",    "div p",        "div > p",
      "div > a, #c", "[class~=l]",  "[lang=en]",  "[data-n]", "[data-n='1']", "[data-n^='1']",
      "[viewBox]",   "[viewbox]",   "ul li.m",    "0",        "0.1",          "0.1.0",
      "0.1.99",      "i b, .m, .m", "li, [id=b]", "#none",    "div #b",       "p > i > .k",
      "[title=t i]"};
  std::vector<Selector> selectors;
  for (std::string const& text : texts) {
    CAPTURE(text);
    const auto selector = parse_selector(text);
    REQUIRE(selector);
    selectors.push_back(*selector);
  }
  std::vector<std::vector<NodeId>> together(selectors.size());
  match_selectors(document, selectors, [&](NodeId id, std::span<std::uint32_t const> found) {
    CHECK(std::is_sorted(found.begin(), found.end()));
    for (const std::uint32_t number : found) together[number].push_back(id);
  });
  std::size_t count = 0;
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    CAPTURE(texts[i]);
    CHECK(together[i] == select_elements(document, selectors[i]));
    count += together[i].size();
  }
  CHECK(count > 50);
}

TEST_CASE("thousands of changes of xml:base cost what the page allows") {
  if (!test::can_measure_cost()) return;
  constexpr int count = 50'000;
  for (std::string const selector : {"#i", "0.1.", "p[data-n=n"}) {
    CAPTURE(selector);
    std::string markup;
    BaseChanges changes;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      markup += "<p id=i" + number + " data-n=n" + number + "><a href=x></a></p>";
      changes.xml_bases.push_back(
          {selector + number + (selector.starts_with('p') ? "]" : ""), "/" + number + "/"});
    }
    const test::RunCost cost = test::cost_of([&] {
      ChangedPage page(markup);
      if (!page.make(changes)) std::_Exit(1);
      int rows = 0;
      page.recorder.report([&](UrlEffect const&) { ++rows; });
      std::_Exit(rows == count ? 0 : 2);
    });
    CHECK(cost.exit_code == 0);
    CHECK(cost.seconds < test::allowed_seconds(markup.size()) / 2);
    CHECK(cost.peak_bytes < test::allowed_bytes(markup.size()));
  }
}
