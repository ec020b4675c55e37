// What tree construction makes of HTML, SVG and MathML in one another (HTML Standard 13.2.6): rows
// that engines once had wrong.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "support/links_of.h"

using namespace hrefkit;

namespace {

using Lines = std::vector<std::string>;

/// "NAMESPACE ELEMENT URL" of each link, by one engine.
Lines lines_by(html::Engine engine, std::string_view text) {
  Lines lines;
  const auto take = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      const auto url = block.resolve(link);
      lines.push_back(std::string(html::name(link.ns)) + ' ' + std::string(link.element) + ' ' +
                      url->substr(std::string_view("http://a/").size()));
    }
  };
  REQUIRE(html::find_links(html::source_from_text(text), test::at("http://a/"), {.links = take},
                           engine));
  return lines;
}

struct Row {
  std::string_view text;
  Lines lines;
};

void check(Row const& row) {
  CAPTURE(row.text);
  CHECK(lines_by(html::Engine::dom, row.text) == row.lines);
  CHECK(lines_by(html::Engine::automatic, row.text) == row.lines);
}

}  // namespace

TEST_CASE("the end tag of a paragraph ends foreign content, and the paragraph around that") {
  for (Row const& row : std::vector<Row>{
           {"<math><mi><p><svg></p><mglyph src=1 href=2>", {"mathml mglyph 1", "mathml mglyph 2"}},
           {"<svg><desc><p><svg></p><![CDATA[</table><select style=x:url(1)>", {}},
           {"<math><mi><p><svg><tbody style=x:url(1)></p><svg style=x:url(2)></math>"
            "<tr style=x:url(3)>",
            {"svg tbody 1", "svg svg 2"}},
           {"<svg><desc></p><a href=1>", {"html a 1"}},
           {"<svg><g></p><a href=1>", {"html a 1"}},
           {"<svg></p><frameset><frame src=x>", {"html frame x"}},
       }) {
    check(row);
  }
}

TEST_CASE("a form among table parts is empty") {
  for (Row const& row : std::vector<Row>{
           {"<table><math><mi><form><mglyph src=1>", {"mathml mglyph 1"}},
           {"<table><svg><desc><form style=x:url(1)><![CDATA[<select style=x:url(2) /><math>",
            {"html form 1"}},
           {"<body><table><svg><desc><form><![CDATA[x]]></object><p xml:base=/x/>", {}},
       }) {
    check(row);
  }
}

TEST_CASE("formatting elements are made again behind a table in foreign content") {
  check({"<body><svg><desc><table><b></table>x</desc><a href=1>", {"html a 1"}});
}

TEST_CASE("an end tag finds an element that is special itself") {
  check({"<!doctype html><body><noscript><svg></noscript><image src=1 href=2>", {"html img 1"}});
  std::string text = "<!doctype html><body>";
  for (int i = 0; i < 600; ++i) text += "<noscript><img src=1></noscript>";
  Lines lines(600, "html img 1");
  lines.push_back("html a x/2");
  check({text + "<div xml:base=/x/><a href=2></a></div>", lines});
}

TEST_CASE("a select is ended by another one and by an input") {
  for (Row const& row : std::vector<Row>{
           {"<div xml:base=/x/><select><select></div><a href=y>", {"html a y"}},
           {"<div xml:base=/x/><select a><select b></div><a href=y>", {"html a y"}},
           {"<div xml:base=/x/><select><input></div><a href=y>", {"html a y"}},
           {"<div xml:base=/x/><select><p></div><a href=y>", {"html a x/y"}},
           {"<body><svg><desc><select><input></desc><a href=1>", {"svg a 1"}},
           {"<body><svg><desc><select><select></desc><a href=1>", {"svg a 1"}},
           // The places behind what is put in for Gumbo are still right.
           {"<div xml:base=/x/><select><input src=1><input src=2 style=a:url(3)><style>"
            "b{c:url(4)}</style>",
            {"html input x/1", "html input x/2", "html input x/3", "html style x/4"}},
       }) {
    check(row);
  }
}

TEST_CASE("end tags that close nothing leave foreign content open") {
  for (Row const& row : std::vector<Row>{
           {"<a href=1><table><svg></a><a href=2></noframes><noframes></p><a href=3>",
            {"html a 1", "svg a 2", "html a 3"}},
           {"<math><annotation-xml></a></p><![CDATA[<option><title style=x:url(2)> ",
            {"html title 2"}},
           {"<svg></head><noframes><head><![CDATA[<style><noscript style=x:url(6)>]]>",
            {"html noscript 6"}},
       }) {
    check(row);
  }
}

TEST_CASE("end tags in a template close foreign elements in it") {
  for (Row const& row : std::vector<Row>{
           {"<template><form><svg></form><template><p></template><a href=x></template>", {}},
           {"<template><tr><svg></table><template><p></template><a href=x></template>", {}},
           {"<template><tbody><svg></table><template><p></template><a href=x></template>", {}},
           {"<template><tfoot><td><svg></tr><template><p></template><a href=x></template>", {}},
           {"<template><caption></caption><td><svg></tr><template><p></template><a href=x>"
            "</template>",
            {}},
           {"<template><caption><svg></table><template><p></template><a href=x></template>", {}},
       }) {
    check(row);
  }
}

TEST_CASE("a frameset takes the body's place while nothing visible is in it") {
  for (Row const& row : std::vector<Row>{
           {"<p><frameset><math><![CDATA[><frame src=x>", {"html frame x"}},
           {"</html><frameset><noscript><frame src=x></noscript></frameset>", {"html frame x"}},
           {"<p>&#32;<!-- x --></p><input type=hidden><frameset><frame src=x>", {"html frame x"}},
           // White space behind </html> makes again what was open among formatting elements.
           {"<p><a href=1><a href=2><b><frameset></frameset></html> ", {"html a 2"}},
           {"<base href=q><a href=1><frameset><frame src=x></frameset></html>x&#10;<a href=3>",
            {"html base q", "html a 1", "html frame x"}},
           {"<a href=1><frameset></frameset></html><!-- --><noframes> </noframes>x", {}},
           {"<a href=1><frameset></frameset> ", {}},
           {"<p><br><frameset><frame src=x>", {}},
           {"<p>x<frameset><frame src=x>", {}},
           {"<p><template></template><frameset><frame src=x>", {}},
           {"<body><frameset><frame src=x>", {}},
           // A noscript element of head does not stay open.
           {"<noscript><svg></noscript><style style=x:url(5) /></p><script style=x:url(6) />"
            "<frameset style=x:url(9)>",
            {"svg style 5", "html script 6"}},
       }) {
    check(row);
  }
}
