#include "hrefkit/html/parse/gumbo_guard.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/outside_data.h"

using namespace hrefkit::html;

namespace {

std::string prepared(std::string_view text, bool scripting = false) {
  std::string buffer;
  const GumboInput input = prepare_for_gumbo(text, scripting, buffer);
  CHECK(input.excess == ExcessiveTree::none);
  const std::size_t inserted = input.insertions.empty() ? 0 : input.insertions.back().total;
  CHECK(input.text.size() == text.size() + inserted);
  return std::string(input.text);
}

ExcessiveTree excess_of(std::string_view text) {
  std::string buffer;
  return prepare_for_gumbo(text, false, buffer).excess;
}

std::string repeated(std::string_view piece, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += piece;
  return out;
}

}  // namespace

TEST_CASE("a document that Gumbo reads rightly is not copied") {
  const std::string_view text =
      "<!DOCTYPE html><title>x</title><p>x<br></p><svg><p></p></svg></p><table><td>x</table>";
  std::string buffer;
  CHECK(prepare_for_gumbo(text, false, buffer).text.data() == text.data());
  CHECK(buffer.empty());
}

TEST_CASE("tags that Gumbo reads otherwise than the standard bear other names") {
  for (auto [text, expected] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"<select><option></select>", "<applet><option></applet>"},
           {"<SELECT a></Select x>", "<applet a></applet x>"},
           {"</select>", "</select>"},
           {"<select a><select b></select>", "<applet a></applet><!       ></select>"},
           {"<select><select></select>", "<applet></applet><!     ></select>"},
           {"<svg><select></select></div>", "<svg><select></select><!   >"},
           {"<select><svg></select>", "<applet><svg></applet>"},
           {"<select><svg><select></select>", "<applet><svg><select></select>"},
           {"<object><applet></object></applet></object></object>",
            "<object><applet><!      ></applet></object><!      >"},
           {"<select><math><applet></applet><applet></select>",
            "<applet><math><legend></legend><legend></applet>"},
           {"<object><select><select><math></object>",
            "<object><applet></applet><!     ><math></object>"},
           {"<object><select><input><math></object>",
            "<object><applet></applet><input><math></object>"},
           {"<isindex a></isindex>", "<xsindex a></xsindex>"},
           {"<menuitem></menuitem>", "<xenuitem></xenuitem>"},
           {"<command></command>", "<xommand></xommand>"},
           {"<search></search>", "<hgroup></hgroup>"},
           {"<dialog></dialog>", "<hgroup></hgroup>"},
           {"<svg><dialog></dialog>", "<svg><dialog></dialog>"},
           {"<x-a></x-a></x-b>", "<x-a></x-a><!   >"},
           {"<x-a></x-b></x-a>", "<x-a><!   ></x-a>"},
           {"<svg><path/></path>", "<svg><path/><!    >"},
           {"</br><p></p>", "<br ><p></p>"},
           {"</br a=b>", "<br     >"},
           {"<svg></p>", "<svg><meta></p>"},
           {"<svg><desc></p>", "<svg><desc></p>"},
           {"<svg></br>", "<svg><br >"},
           {"<template></br>", "<template></br>"},
           {"<a b=1 B c='2'/d e=3>", "<a b=1 //c='2'/d e=3>"},
           {"<a b b/>", "<a b  />"},
           {"<a b b/=c>", "<a b //=c>"},
           {"<select></applet></select></hgroup>", "<applet><!      ></applet><!      >"},
           {"<a b= c b>", "<a b= c  >"},
           {"<math></math x></p x>", "<math></math>  </p x>"},
           {"<svg></p x>", "<svg><meta></p>  "},
           {"x</></><a>", "x<!><!><a>"},
           {"</search></isindex>", "<!      ><!       >"},
           {"<marquee><object><svg></marquee>", "<marquee><object><svg><!       >"},
           {"<noscript><select></noscript>", "<noscript><applet></noscript>"},
           {"<a \x05=1 b\xC2\x85 0 \x06 c>", "<a 1=1 002 0 3 c>"},
           {"<a \x05 b>", "<a \x05 b>"},
           {"<svg><![CDATA[x]]></svg>", "<svg><![CDATA[x]]></svg>"},
           {"<svg><desc><![CDATA[x]]></desc>", "<svg><desc>x            </desc>"},
           {"<svg><desc><![CDATA[]]></desc>", "<svg><desc><!--     --></desc>"},
           {"<math><mi>a<![CDATA[\n]]><", "<math><mi>a             <"},
           {"<math><mi><!--<![CDATA[x]]>--><![CDATA[x", "<math><mi><!--<![CDATA[x]]>-->x         "},
           {"<i><svg></i><![CDATA[x]]><", "<i><svg></i><!xCDATA[x]]><"},
           {"<svg><desc><style><![CDATA[x]]></style>", "<svg><desc><style><![CDATA[x]]></style>"},
       }) {
    CAPTURE(text);
    CHECK(prepared(text) == expected);
  }
}

TEST_CASE("with scripting noscript elements hold text") {
  for (auto [text, expected] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"<noscript><a></noscript>", "<noframes>   </noframes>"},
           {"<p><noscript></noframes></noscript><a>", "<p><noembed >           </noembed ><a>"},
           {"<head></head><noscript><a></noscript>", "<head></head><noembed >   </noembed >"},
           {"<p><noscript><a></noscript", "<p><noembed >             "},
           {"<frameset><noscript><frame>", "<frameset><noscript><frame>"},
           {"<svg><noscript><a>", "<svg><noscript><a>"},
       }) {
    CAPTURE(text);
    CHECK(prepared(text, true) == expected);
  }
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
  std::string attributes = "<a";
  for (int i = 0; i < 1001; ++i) attributes += " a" + std::to_string(i);
  CHECK(excess_of(attributes + ">") == ExcessiveTree::attributes);
  CHECK(excess_of("<a" + repeated(" a", 1001) + ">") == ExcessiveTree::attributes);
  CHECK(excess_of(repeated("<body a b>", 501)) == ExcessiveTree::attributes);
  // Whatever becomes of the tag.
  const std::string many = repeated(" a", 1001) + ">";
  CHECK(excess_of("<p></p" + many) == ExcessiveTree::attributes);
  CHECK(excess_of("<p><td" + many) == ExcessiveTree::attributes);
  CHECK(excess_of("<title>x</title" + many) == ExcessiveTree::attributes);
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

TEST_CASE("places are found again behind what is put in") {
  const std::string text = "<select><input x><select><select><p>";
  std::string buffer;
  const GumboInput input = prepare_for_gumbo(text, false, buffer);
  REQUIRE(input.insertions.size() == 2);
  std::string kept;
  for (std::size_t i = 0; i < input.text.size(); ++i) {
    const auto place = input.to_original(i);
    if (!place) continue;
    CHECK(*place == kept.size());
    kept += text[*place];
  }
  CHECK(kept == text);
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
  for (std::string const& folder : hrefkit::test::corpora()) {
    for (auto const& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (!entry.is_regular_file() || entry.path().extension() != ".html") continue;
      CAPTURE(entry.path());
      CHECK(excess_of(hrefkit::test::file_bytes(entry.path().string())) == ExcessiveTree::none);
    }
  }
}
