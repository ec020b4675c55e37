#include "hrefkit/html/parse/gumbo_guard.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "html/parse/gumbo_alone.h"
#include "html/parse/tree_text.h"
#include "support/outside_data.h"
#include "support/sanitized.h"

using namespace hrefkit::html;
using hrefkit::test::body_in_gumbo;
using hrefkit::test::body_text;

namespace {

ExcessiveTree excess_of(std::string_view text) {
  std::string buffer;
  return prepare_for_gumbo(text, false, buffer).excess;
}

std::string repeated(std::string_view piece, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += piece;
  return out;
}

struct Row {
  std::string_view text;
  std::string_view tree;
};

void check(std::vector<Row> const& rows, bool scripting = false) {
  for (Row const& row : rows) {
    CAPTURE(row.text);
    CHECK(body_text(row.text, scripting) == row.tree);
  }
}

}  // namespace

TEST_CASE("the guard's cares are for what Gumbo misreads alone") {
  // What the maintained fork reads as the standard says is a care for Debian 12 alone.
  enum class Misread { by_all, by_0_10 };
  struct Care {
    std::string_view text;
    std::string_view tree;  // by the standard
    Misread misread;
  };
  constexpr std::string_view version = HREFKIT_GUMBO_VERSION;
  CAPTURE(version);
  for (Care const& care : {
           Care{"<select><p></select>", "select(p)", Misread::by_all},
           Care{"<select><option><p><hr><i>", "select(option(p) hr i)", Misread::by_all},
           Care{"<select><svg><select></select><i>", "select(svg:svg(svg:select) i)",
                Misread::by_all},
           Care{"<table><font><select><col><svg></font><rt>",
                "font(select) font(svg:svg) rt table(colgroup(col))", Misread::by_all},
           Care{"<isindex a></isindex><i>", "isindex i", Misread::by_0_10},
           Care{"<menuitem></menuitem><menuitem><i>", "menuitem menuitem(i)", Misread::by_0_10},
           Care{"<p><search><p></search><i>", "p search(p) i", Misread::by_0_10},
           Care{"<p><dialog></dialog><i>", "p dialog i", Misread::by_0_10},
           Care{"<x-a><dialog><math></x-a><i>", "x-a(dialog(mathml:math)) i", Misread::by_0_10},
           Care{"<marquee><object><svg></marquee><i>", "marquee(object(svg:svg i))",
                Misread::by_all},
           Care{"<div><svg></p><i>", "div(svg:svg p i)", Misread::by_0_10},
           Care{"<svg></br><i>", "svg:svg br i", Misread::by_0_10},
           Care{"</br><frameset>", "br", Misread::by_all},
           Care{"<p><svg><![CDATA[ ]]></svg><frameset><frame>", "frameset: frame", Misread::by_all},
       }) {
    CAPTURE(care.text);
    std::string guarded = body_text(care.text);
    std::erase(guarded, '*');
    CHECK(guarded == care.tree);
    const bool is_right = body_in_gumbo(care.text) == care.tree;
    CHECK(is_right == (care.misread == Misread::by_0_10 && !version.starts_with("0.10.")));
  }
}

TEST_CASE("a select is what the standard says today") {
  check({
      {"<p><select><option>x<p><option>y", "p(select(option(p) option))"},
      {"<select a><select b></select><i>", "select i"},
      {"<select><input><i>", "select input i"},
      {"<select><svg></select><i>", "select(svg:svg) i"},
      {"<select><svg><select></select><i>", "select(svg:svg(svg:select) i)"},
      {"<div><template shadowrootmode=open><select><svg><template></template><a></svg><i>",
       "div(template#[select(svg:svg(svg:template svg:a) i)])"},
      {"<select><option><p><hr><i>", "select(option(p) hr i)"},
      {"<object><select><select><math></object><i>", "object(select mathml:math) i"},
      {"<select><math><applet></applet><applet></select><i>",
       "select(mathml:math(mathml:applet mathml:applet)) i"},
      {"<table><tr><select></tr><td></select><i>", "select table(tbody(tr tr(td(i))))"},
      {"<table><font><select><col><svg></font><rt>",
       "font(select) font*(svg:svg) rt table(colgroup(col))"},
      {"<b><table><td><select></td></b><i>", "b(i table(tbody(tr(td(select)))))"},
  });
}

TEST_CASE(
    "formatting elements that reach out of a select, or into one, keep the document from Gumbo") {
  CHECK(excess_of("<select><b></select>") == ExcessiveTree::misread);
  CHECK(excess_of("<select><b></div></select><i>") == ExcessiveTree::misread);
  CHECK(excess_of("<a><select><a>") == ExcessiveTree::misread);
  CHECK(excess_of("<b><b><b><select><b></b></select>") == ExcessiveTree::misread);
  CHECK(excess_of("<template><tfoot><select><font><td></tr>") == ExcessiveTree::misread);
  CHECK(excess_of("<b><select><option><b></b></select></b>") == ExcessiveTree::none);
  CHECK(excess_of("<b><select></select><select><i></i></select>") == ExcessiveTree::none);
  CHECK(excess_of("<table><td><select><b></td></table>") == ExcessiveTree::none);
  CHECK(excess_of("<select><svg><b></svg></select>") == ExcessiveTree::misread);
  CHECK(excess_of("<select><svg><a></a></svg></select>") == ExcessiveTree::none);
}

TEST_CASE("tags that mean nothing any more make ordinary elements") {
  check({
      {"<isindex a></isindex><i>", "isindex i"},
      {"<menuitem></menuitem><menuitem><i>", "menuitem menuitem(i)"},
      {"<command></command><command><i>", "command command(i)"},
  });
}

TEST_CASE("search and dialog are blocks") {
  check({
      {"<p><search><p></search><i>", "p search(p) i"},
      {"<p><dialog></dialog><i>", "p dialog i"},
      {"<svg><dialog></dialog></svg><i>", "svg:svg(svg:dialog) i"},
  });
}

TEST_CASE("a dialog is not special: what closes an element around it closes it too") {
  check({
      {"<x-a><dialog><math></x-a><i>", "x-a(dialog(mathml:math)) i"},
      {"<x-a><dialog><b><math></x-a><i>", "x-a(dialog(b(mathml:math))) b*(i)"},
      {"<ins><dialog></ins><i>", "ins(dialog) i"},
      {"<b><dialog></b><i>", "b(dialog) i"},
      {"<a><dialog><a><i>", "a(dialog) a(i)"},
      {"<ul><li><dialog><li><i>", "ul(li(dialog) li(i))"},
      {"<div><dialog></div><i>", "div(dialog) i"},
      {"<table><td><dialog><td><i>", "table(tbody(tr(td(dialog) td(i))))"},
  });
  CHECK(excess_of("<x-a><dialog><dialog></x-a>") == ExcessiveTree::misread);
  CHECK(excess_of("<b><dialog><div></b>") == ExcessiveTree::misread);
  CHECK(excess_of("<table><td><dialog><select></td>") == ExcessiveTree::misread);
  CHECK(excess_of("<a><object><dialog><a>") == ExcessiveTree::none);
  CHECK(excess_of("<x-a><dialog><p></dialog></x-a>") == ExcessiveTree::none);
}

TEST_CASE("an end tag that closes nothing changes nothing") {
  check({
      {"<object><applet></object></applet></object></object><i>", "object(applet) i"},
      {"<x-a></x-b></x-a><i>", "x-a i"},
      {"<x-a></x-a></x-b><i>", "x-a i"},
      {"<svg><path/></path><a>", "svg:svg(svg:path svg:a)"},
      {"</search></isindex><i>", "i"},
      {"<marquee><object><svg></marquee><i>", "marquee(object(svg:svg i))"},
      {"<div></svg></div></b></object></td></option></li><i>", "div i"},
      {"<svg><desc><div></desc><i>", "svg:svg(svg:desc(div(i)))"},
      {"x</></><a>", "a"},
  });
}

TEST_CASE("the end tags of paragraphs and line breaks end foreign content") {
  check({
      {"</br><p></p>", "br p"},
      {"<p></br a=b>", "p(br)"},
      {"<div><svg></p><i>", "div(svg:svg p i)"},
      {"<svg><desc></p><i>", "svg:svg(svg:desc(p i))"},
      {"<svg></br><i>", "svg:svg br i"},
      {"<math></math x></p x><i>", "mathml:math p i"},
      {"<div><svg></p x><i>", "div(svg:svg p i)"},
  });
}

TEST_CASE("CDATA sections are text in foreign content") {
  check({
      {"<svg><![CDATA[<a>]]></svg><i>", "svg:svg i"},
      {"<svg><desc><![CDATA[<a>]]></desc><a>", "svg:svg(svg:desc svg:a)"},
      {"<i><svg></i><![CDATA[<a>]]><a>", "i(svg:svg) a"},
      {"<p><svg><![CDATA[ ]]></svg><frameset><frame>", "frameset: frame"},
      {"<p><svg><![CDATA[x]]></svg><frameset><frame>", "p(svg:svg)"},
  });
}

TEST_CASE("formatting elements of a template may be made again outside") {
  check({
      {"<template><a><object></template><p>x", "p(a)"},
      {"<template><a><select></template>x", ""},
  });
}

TEST_CASE("the fourth of equal formatting elements is not made again") {
  check({
      {"<p><b a=1><b a=1><b a=1><b a=1></p>x", "p(b(b(b(b)))) b*(b*(b*))"},
      {"<p><b class=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx><b "
       "class=\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"><b Class=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx "
       "><b  class=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx></p>x",
       "p(b(b(b(b)))) b*(b*(b*))"},
  });
}

TEST_CASE("an end tag that finds its element on the stack, but not on the list, is not for Gumbo") {
  const std::string off_list = "<b><b><b><b></b></b></b>";  // the first is open, and not listed
  CHECK(excess_of(off_list + "<svg></b><i>") == ExcessiveTree::misread);
  CHECK(excess_of(off_list + "<span></b><i>") == ExcessiveTree::misread);
  CHECK(excess_of(off_list + "</b><i>") == ExcessiveTree::none);
  CHECK(excess_of(off_list + "<svg><g></g></svg></b>") == ExcessiveTree::none);
  CHECK(excess_of(off_list + "<p></b><i>") == ExcessiveTree::none);
  CHECK(excess_of("<b><span></b></b><i>") == ExcessiveTree::none);
}

TEST_CASE("a paragraph stays open under a table in quirks mode") {
  check({
      {"<p><table><i>", "p(i table)"},
      {"<!doctype html><p><table><i>", "p i table"},
  });
}

TEST_CASE("a shadow root stays one when the parser moves it") {
  check({
      {"<b><div><template shadowrootmode=open><i></template></b>y", "b div(b*(template#[i]))"},
      {"<div><template shadowrootmode=open></template><template shadowrootmode=open>",
       "div(template# template)"},
  });
}

TEST_CASE("with scripting noscript elements hold text") {
  check(
      {
          {"<p><noscript></noframes></noscript><i>", "p(noscript i)"},
          {"<head></head><noscript><a></noscript><i>", "noscript i"},
          {"<p><noscript><a></noscript", "p(noscript)"},
          {"<frameset><noscript><frame>", "frameset: frame"},
          {"<svg><noscript><a>", "svg:svg(svg:noscript(svg:a))"},
      },
      true);
  check({{"<body><noscript><select></noscript><i>", "noscript(select(i))"}});
}

TEST_CASE("documents whose tree would cost too much or be misread are kept away") {
  CHECK(excess_of(repeated("<div>", 1'000'000)) == ExcessiveTree::depth);
  CHECK(excess_of(repeated("<div>", 512)) == ExcessiveTree::none);
  CHECK(excess_of(repeated("<div>", 513)) == ExcessiveTree::depth);
  for (std::string_view piece :
       {"<b>", "<x>", "<ul><li>", "<table><td>", "<svg>", "<svg><g></x>", "<math><mi>",
        "<template>", "<object>", "<select><optgroup>", "<ruby><rt>", "<div><table><td></div>",
        "<span><div></span>", "<form><div></form>", "<a><div>", "<frameset>", "<isindex>",
        "<menuitem>"}) {
    CAPTURE(piece);
    CHECK(excess_of(repeated(piece, 2000)) == ExcessiveTree::depth);
  }
  CHECK(excess_of("<svg><td><desc><table>") == ExcessiveTree::misread);
  CHECK(excess_of("<math><td></td><mi><table>") == ExcessiveTree::none);
  CHECK(excess_of("<math><td><p><table>") == ExcessiveTree::none);
  std::string fonts;
  for (int i = 0; i < 60; ++i) fonts += "<font size=" + std::to_string(i) + ">";
  CHECK(excess_of("<table>" + fonts + repeated("x<tr>", 1000)) == ExcessiveTree::formatting);
  CHECK(excess_of("<p>" + fonts + "</p>" + repeated("<p> </p>", 1000)) ==
        ExcessiveTree::formatting);
  CHECK(excess_of(fonts + repeated("<p>x</p>", 1000)) == ExcessiveTree::none);
  CHECK(excess_of("<template><form><svg></form>") == ExcessiveTree::misread);
}

TEST_CASE("a tag that the end of the text cuts off is not read at all") {
  for (auto [text, expected] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"<p>x<b a=1 a=2 b", "<p>x"},
           {"<select>x</select a='>", "<applet>x"},
           {"<p>x<", "<p>x<"},
       }) {
    CAPTURE(text);
    std::string buffer;
    CHECK(prepare_for_gumbo(text, false, buffer).text == expected);
  }
}

TEST_CASE("long documents of shallow elements are let through, well formed or not") {
  for (std::string_view piece : {"<div></div>",
                                 "<p>",
                                 "<li>",
                                 "<dd><dt>",
                                 "<option>",
                                 "<br>",
                                 "<table>",
                                 "<a>",
                                 "<nobr>",
                                 "<button>",
                                 "<h1>",
                                 "<h1></h2>",
                                 "<b><i></b></i>",
                                 "<b><p></b></p>",
                                 "<font><div></font></div>",
                                 "<table><tr><td></table>",
                                 "<ul><li><p></ul>",
                                 "<svg><br>",
                                 "<svg/>",
                                 "<form>",
                                 "<select><option></select>",
                                 "<a><b><p>",
                                 "<x-a><x-b></x-b></x-a>",
                                 "<iframe></iframe>",
                                 "<object></object>",
                                 "<p><table><td></td></tr></table>",
                                 "<template></template>",
                                 "<div><form></div></form>"}) {
    CAPTURE(piece);
    CHECK(excess_of(repeated(piece, 5000)) == ExcessiveTree::none);
  }
  CHECK(excess_of("<table>" + repeated("<td>", 5000)) == ExcessiveTree::none);
  CHECK(excess_of("<table>" + repeated("<tr><td><b>x", 5000)) == ExcessiveTree::none);
  CHECK(excess_of("<table>" + repeated("x<b>y</b>", 5000)) == ExcessiveTree::none);
}

TEST_CASE("real pages all go to Gumbo") {
  constexpr std::size_t pages_a_corpus = hrefkit::test::is_sanitized ? 200 : 100'000;
  for (auto const& page : hrefkit::test::corpus_pages(pages_a_corpus)) {
    CAPTURE(page.name);
    CHECK(excess_of(hrefkit::test::file_bytes(page.path)) == ExcessiveTree::none);
  }
}
