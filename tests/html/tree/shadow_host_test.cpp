#include "hrefkit/html/tree/tree_state.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/link.h"
#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/html/selector.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

/// The URLs of the links of `text` at http://a/, by both engines.
std::vector<std::string> urls_of(std::string const& text) {
  std::vector<std::string> urls;
  for (test::FoundLink const& link : test::links_of(text, test::at("http://a/"))) {
    urls.push_back(link.url);
  }
  return urls;
}

using Urls = std::vector<std::string>;

constexpr char const* shadow = "<template shadowrootmode=open><a href=x></a></template>";

}  // namespace

TEST_CASE("a declarative shadow root's links are live") {
  for (std::string const mode : {"open", "closed", "OPEN", "'closed'"}) {
    CAPTURE(mode);
    CHECK(urls_of("<div><template shadowrootmode=" + mode + "><a href=x></template></div>") ==
          Urls{"http://a/x"});
  }
  for (std::string const mode : {"", "=''", "=none", "=' open'"}) {
    CAPTURE(mode);
    CHECK(urls_of("<div><template shadowrootmode" + mode + "><a href=x></template></div>").empty());
  }
}

TEST_CASE("some elements can have a shadow root, and only one") {
  for (std::string const host : {"div", "p", "body", "h3", "span", "x-y", "X-Y"}) {
    CAPTURE(host);
    CHECK(urls_of("<" + host + ">" + shadow) == Urls{"http://a/x"});
    CHECK(urls_of("<" + host + ">" + shadow + shadow) == Urls{"http://a/x"});
  }
  for (std::string const host :
       {"head", "b", "table><td", "button", "font-face", "xy", "svg><foreignObject", "table"}) {
    CAPTURE(host);
    CHECK(urls_of("<" + host + ">" + shadow).empty());
  }
  // Content of a template that is one stays inert.
  CHECK(urls_of(std::string("<template><div>") + shadow).empty());
  CHECK(urls_of("<div><template shadowrootmode=open><template><a href=x>").empty());
}

TEST_CASE("a shadow tree is not in the document tree") {
  const std::string text =
      "<div id=host><template shadowrootmode=open id=root><base href=/b/><p id=in><a name=a "
      "href=x></a></template></div><a href=y id=out>";
  CHECK(urls_of(text) == Urls{"http://a/b/", "http://a/x", "http://a/y"});
  Notes notes;
  const Document document = parse_html(text, false, notes);
  std::vector<std::string> anchors;
  for (Anchor const& anchor : find_anchors(document)) anchors.emplace_back(anchor.name);
  CHECK(anchors == std::vector<std::string>{"host", "out"});
  CHECK(select_elements(document, "#in").empty());
  CHECK(select_elements(document, "template").empty());
  CHECK(select_elements(document, "a").size() == 1);
}
