#include "hrefkit/html/element_view.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "support/links_of.h"

using namespace hrefkit;

namespace {

struct Row {
  std::string text;
  html::ContentType type;
  std::string_view attribute;
  std::string values;  ///< of the element of each link, "-" for none
};

std::string values_of(Row const& row, html::Engine engine) {
  std::string values;
  const auto take = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (!values.empty()) values += ", ";
      values += block.element_of(link).attribute(row.attribute).value_or("-");
    }
  };
  REQUIRE(html::find_links(html::source_from_text(row.text, row.type), test::at(test::page),
                           {.links = take}, engine));
  return values;
}

}  // namespace

TEST_CASE("the attributes of the element of a link") {
  using enum html::ContentType;
  using namespace std::string_literals;
  for (Row const& row : std::vector<Row>{
           {"<a href=x>", html, "title", "-"},
           {"<a href=x title>", html, "title", ""},
           {"<a title='a>b<c' href=x>", html, "title", "a>b<c"},
           {"<a href=x TITLE=\"&#97;&amp;&lt\">", html, "title", "a&<"},
           {"<a href=x title=1 Title=2>", html, "title", "1"},
           {"<a href='x'title='y'/>", html, "title", "y"},
           {"<a/title='y'/href=x>", html, "title", "y"},
           {"<a href=x title = \n y>", html, "title", "y"},
           {"<a href=x title='a\r\nb\0c'>"s, html, "title",
            "a\nb\xEF\xBF\xBD"
            "c"},
           {"<a href=x data-title=y>", html, "title", "-"},
           {"<a title=0><!-- <b title=1> --><img src=x alt='<c title=2>'>", html, "title", "-"},
           {"<img src=1 srcset='2, 3 2x' alt=a style='b:url(4)'><img src=5 alt=b>", html, "alt",
            "a, a, a, a, b"},
           {"<style media=m>a{b:url(c)}</style>", html, "media", "m"},
           {"<iframe name=n src=1 srcdoc='<a title=&quot;&amp;amp;&quot; href=2>'></iframe><a "
            "href=3 title=t>",
            html, "title", "-, &, t"},
           {"<p title=p><b title=b style='a:url(1)'><p></b><a title=a href=2>", html, "title",
            "b, a"},
           {"<svg VIEWBOX=v><a href=1 viewbox=w xlink:href=2 /></svg>", html, "viewBox", "w, w"},
           {"<svg><a href=1 viewbox=w /></svg>", html, "viewbox", "-"},
           {"<a href=1 viewBox=w><a href=2 viewbox=w>", html, "viewBox", "-, -"},
           {"<a href=1 viewBox=w><a href=2 viewbox=w>", html, "viewbox", "w, w"},
           {"<svg><a title=t xlink:href=2 href=1 /></svg>", html, "href", "1, 1"},
           {"<svg><style title=t>a{b:url(c)}</style></svg>", html, "title", "t"},
           {"<html xmlns='http://www.w3.org/1999/xhtml'><a href='x' title='a>b&#38;'/></html>", xml,
            "title", "a>b&"},
           {"<!DOCTYPE html [<!ENTITY e 'f'>]><html xmlns='http://www.w3.org/1999/xhtml'><a "
            "href='x' title='&e;' TITLE='g'/></html>",
            xml, "title", "f"},
           {"<svg xmlns='http://www.w3.org/2000/svg'><a href='x' viewBox='1'/></svg>", xml,
            "viewBox", "1"},
           {"a{b:url(c)}", css, "title", "-"},
           {"{\"start_url\":\"x\"}", json, "title", "-"},
       }) {
    CAPTURE(row.text);
    for (const html::Engine engine : {html::Engine::automatic, html::Engine::dom}) {
      CHECK(values_of(row, engine) == row.values);
    }
  }
}

TEST_CASE("the elements of one name in a text") {
  struct Found {
    std::string_view text;
    std::string ids;  ///< and contents
  };
  for (Found const& each : std::vector<Found>{
           {"", ""},
           {"<script id=1>a<b></script><SCRIPT id='2' title='>'></SCRIPT>", "1:a<b> 2: "},
           {"<!-- <script id=1></script> --><title><script id=2></title><script id=3>x", "3:x "},
           {"<template><script id=1></script></template><textarea><script id=2></textarea>", ""},
           {"<p title='<script id=1>'><svg><script id=2>a<g/></script></svg>", "2:a "},
           {"<script id=1", ""},
           {"<script id=1>", "1: "},
       }) {
    CAPTURE(each.text);
    std::string ids;
    for (html::FoundElement const& found : html::find_elements(each.text, "script", true)) {
      ids += found.element.attribute("id").value_or("-") + ":" + std::string(found.content) + " ";
    }
    CHECK(ids == each.ids);
  }
}
