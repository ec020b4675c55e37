#include "hrefkit/html/selector.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "hrefkit/html/parse/gumbo_adapter.h"

using namespace hrefkit;
using namespace hrefkit::html;

TEST_CASE("selectors name elements by id, class, name or path") {
  constexpr std::string_view markup =
      "<title>t</title><body class='a b'><p id=p class=b>text<i></i><b id=p></b></p>"
      "<template><p class=b></p></template><svg><linearGradient/></svg><br>";
  Notes notes;
  const Document document = parse_html(markup, false, notes);
  struct Row {
    std::string_view selector;
    std::string_view found;  // names, with commas
  };
  const Row rows[] = {
      {"#p", "p,b"},
      {".b", "body,p"},
      {".a", "body"},
      {"p", "p"},
      {"P", "p"},
      {"linearGradient", "linearGradient"},
      {"lineargradient", ""},
      {"0", "html"},
      {"0.1", "body"},
      {"0.1.0.1", "b"},
      {"0.1.1.0", ""},  // template content
      {"0.1.3", "br"},
      {"0.1.4", ""},
      {"1", ""},
      {"99999999999999999999999", ""},
      {"0.", ""},
      {".0", ""},
      {"0..1", ""},
      {"#", ""},
      {".", ""},
      {"", ""},
      {"#P", ""},
  };
  for (Row const& row : rows) {
    CAPTURE(row.selector);
    std::string found;
    for (const NodeId id : select_elements(document, row.selector)) {
      found += (found.empty() ? "" : ",") + std::string(document[id].name);
    }
    CHECK(found == row.found);
  }
}

namespace {

constexpr std::string_view page =
    "<html lang=EN-us><body id=top><nav class='menu main'><ul><li><a href=/x rel=NEXT>1</a>"
    "<li class=on><a href='/y?a b' data-x='one two'>2</a></ul></nav>"
    "<svg><g CLASS=on><a xlink:href=z></a></g></svg><p class='a.b' id='1x' title=''><b></b></p>";

/// The names and ids of what is found, with commas.
std::string found_in(std::string_view markup, std::string_view selector) {
  Notes notes;
  const Document document = parse_html(markup, false, notes);
  std::string found;
  for (const NodeId id : select_elements(document, selector)) {
    found += (found.empty() ? "" : ",") + std::string(document[id].name);
  }
  return found;
}

}  // namespace

TEST_CASE("selectors of CSS") {
  struct Row {
    std::string_view selector;
    std::string_view found;
  };
  for (Row const& row : {
           Row{"nav a", "a,a"},
           Row{"nav > a", ""},
           Row{"li > a", "a,a"},
           Row{"ul>li.on>a", "a"},
           Row{"body .on", "li,g"},
           Row{"nav li a, svg a", "a,a,a"},
           Row{"svg a,nav li a", "a,a,a"},  // in tree order
           Row{"a,a", "a,a,a"},
           Row{"li.on", "li"},
           Row{".menu.main", "nav"},
           Row{".menu.gone", ""},
           Row{"nav#top", ""},
           Row{"*", "html,head,body,nav,ul,li,a,li,a,svg,g,a,p,b"},
           Row{"p *", "b"},
           Row{"[href]", "a,a"},
           Row{"a[href='/x']", "a"},
           Row{"a[href=\"/y?a b\"]", "a"},
           Row{"[data-x~=two]", "a"},
           Row{"[data-x~='one two']", ""},
           Row{"[data-x^=one]", "a"},
           Row{"[data-x$=two]", "a"},
           Row{"[data-x*='e t']", "a"},
           Row{"[data-x*='E T']", ""},
           Row{"[data-x*='E T' i]", "a"},
           Row{"[data-x*='e t' s]", "a"},
           Row{"[DATA-X]", "a"},
           Row{"[lang|=en]", "html"},  // HTML's values without case
           Row{"[lang|=en s]", ""},
           Row{"[lang|=e]", ""},
           Row{"[rel=next]", "a"},
           Row{"[title='']", "p"},
           Row{"[title^='']", ""},
           Row{"[title*='']", ""},
           Row{"[ href = '/x' i ]", "a"},
           Row{".a\\.b", "p"},
           Row{"#\\31 x", "p"},
           Row{"#\\000031x", "p"},
           Row{"  nav\n>\tul  ", "ul"},
           Row{"html body nav ul li a", "a,a"},
           Row{"body body", ""},
           Row{"svg > g > a", "a"},
       }) {
    CAPTURE(row.selector);
    CHECK(parse_selector(row.selector).has_value());
    CHECK(found_in(page, row.selector) == row.found);
  }
}

TEST_CASE("what is not read is refused with its place") {
  struct Row {
    std::string_view selector;
    std::size_t character;
    std::string_view what;
  };
  for (Row const& row : {
           Row{"", 1, "selector is expected"},
           Row{" ", 2, "selector is expected"},
           Row{"a:hover", 2, "pseudo-classes"},
           Row{":is(a)", 1, "pseudo-classes"},
           Row{"a::before", 2, "pseudo-elements"},
           Row{"a + b", 3, "sibling"},
           Row{"a~b", 2, "sibling"},
           Row{"svg|a", 4, "namespaces"},
           Row{"a || b", 3, "column"},
           Row{"[xlink|href]", 7, "namespaces"},
           Row{"[*|href]", 2, "namespaces"},
           Row{"#", 2, "an id is expected"},
           Row{"#1", 2, "an id is expected"},
           Row{".", 2, "a class is expected"},
           Row{".-", 2, "a class is expected"},
           Row{"a,", 3, "expected"},
           Row{",a", 1, "cannot stand here"},
           Row{"a >", 4, "expected"},
           Row{"> a", 1, "cannot stand here"},
           Row{"a > > b", 5, "cannot stand here"},
           Row{"[", 2, "name of an attribute"},
           Row{"[a", 3, "']'"},
           Row{"[a=", 4, "a value is expected"},
           Row{"[a=b", 5, "']'"},
           Row{"[a='b]", 4, "quote"},
           Row{"[a=b x]", 6, "']'"},
           Row{"[a!=b]", 3, "= ~="},
           Row{"ü b!", 4, "cannot stand here"},
           Row{"a]", 2, "cannot stand here"},
           Row{"&", 1, "nesting"},
           Row{"0.", 1, "cannot stand here"},
           Row{"a\\", 2, "cannot stand here"},
       }) {
    CAPTURE(row.selector);
    const auto parsed = parse_selector(row.selector);
    REQUIRE_FALSE(parsed);
    CAPTURE(parsed.error().message);
    CHECK(parsed.error().character == row.character);
    CHECK(parsed.error().message.find(row.what) != std::string::npos);
    CHECK(found_in(page, row.selector).empty());
  }
  std::string many = "a";
  for (int i = 0; i < 63; ++i) many += " a";
  CHECK(parse_selector(many).has_value());
  CHECK_FALSE(parse_selector(many + " a").has_value());
}

TEST_CASE("a selector costs each element once for each of its parts") {
  std::string markup = "<body>";
  for (int i = 0; i < 200; ++i) markup += "<div class=a>";
  for (int i = 0; i < 20000; ++i) markup += "<i class=a></i>";
  std::string selector = ".a";
  for (int i = 0; i < 60; ++i) selector += " .a";
  Notes notes;
  const Document document = parse_html(markup, false, notes);
  const auto begin = std::chrono::steady_clock::now();
  CHECK(select_elements(document, selector + " .gone").empty());
  CHECK(select_elements(document, selector).size() == 20000 + 140);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  CHECK(taken.count() < 10);
}

TEST_CASE("a selector ends before the equals sign that is not its own") {
  CHECK(find_equals_after_selector("svg=x=y") == 3);
  CHECK(find_equals_after_selector("a[b=c]=x") == 6);
  CHECK(find_equals_after_selector("a[b='=]=']=x") == 10);
  CHECK(find_equals_after_selector(".a\\=b=x") == 5);
  CHECK(find_equals_after_selector("a[b=c]") == std::string_view::npos);
}

namespace {

/// A selector of `depth` compounds `i`, one for each of `depth` elements. Only the last has an id.
Selector chain(std::size_t depth, Combinator combinator) {
  Selector selector;
  selector.compounds.resize(depth);
  for (std::size_t i = 0; i < depth; ++i) {
    CompoundSelector& compound = selector.compounds[i];
    compound.combinator = i == 0 ? Combinator::none : combinator;
    compound.type = compound.lower_type = "i";
    compound.is_last = i + 1 == depth;
  }
  return selector;
}

}  // namespace

TEST_CASE("a selector that is made by hand has any number of compounds") {
  constexpr std::size_t depth = 300;
  std::string markup;
  for (std::size_t i = 0; i < depth; ++i) markup += "<i>";
  markup += "<b>";
  Notes notes;
  const Document document = parse_html(markup, false, notes);
  REQUIRE(select_elements(document, "i").size() == depth);
  for (const Combinator combinator : {Combinator::child, Combinator::descendant}) {
    for (const std::size_t compounds : {63U, 64U, 65U, 128U, 129U, 299U, 300U}) {
      CAPTURE(compounds);
      CHECK(select_elements(document, chain(compounds, combinator)).size() ==
            depth + 1 - compounds);
    }
    CHECK(select_elements(document, chain(301, combinator)).empty());
  }
  // A list of selectors. Each finds its own element.
  Selector list = chain(1, Combinator::none);
  list.compounds.resize(100, list.compounds.front());
  for (CompoundSelector& compound : list.compounds) compound.type = compound.lower_type = "u";
  list.compounds.back().type = list.compounds.back().lower_type = "b";
  CHECK(select_elements(document, list) == select_elements(document, "b"));
}
