#include "hrefkit/html/tree/tree_state.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/tree/tag_stream.h"
#include "support/tag_soup.h"

using namespace hrefkit::html;

namespace {

/// The start tags: `-` ignored, `+` merged, `svg:` and `math:` foreign, `!` inert.
std::string fates(std::string_view text, bool scripting = false) {
  TagStream stream(text, scripting);
  std::string out;
  while (stream.next()) {
    if (stream.tag().is_end) continue;
    StartTagOutcome const& outcome = stream.outcome();
    if (!out.empty()) out += ' ';
    if (outcome.result == TagResult::ignored) out += '-';
    if (outcome.result == TagResult::merged) out += '+';
    if (outcome.ns == Namespace::svg) out += "svg:";
    if (outcome.ns == Namespace::mathml) out += "math:";
    out += stream.tag().name.in(text);
    if (outcome.inert) out += '!';
  }
  return out;
}

/// How many tags a state that keeps the structure alone takes as one that keeps all does, given
/// only what it asks for; the number of all tags where none is in doubt. Fails where they differ.
std::size_t certain_tags(std::string_view text, bool scripting) {
  TagStream all(text, scripting);
  TreeState structure(Kept::structure, scripting);
  std::size_t count = 0;
  for (; all.read(); ++count) {
    if (structure.wants_text()) structure.text(all.preceding_text().in(text));
    const bool is_heeded =
        structure.wants_all_tags() || TreeState::structural_names.contains(all.name());
    const std::string_view written = all.tag().name.in(text);
    all.apply();
    if (all.tag().is_end) {
      structure.end_tag(all.name(), written);
      if (!structure.is_certain()) break;
      continue;
    }
    StartTagOutcome outcome;
    if (is_heeded) outcome = structure.start_tag(all.name(), written, all.facts());
    if (!structure.is_certain() || all.outcome().result == TagResult::shadow_root) break;
    CAPTURE(count, written);
    CHECK(outcome.result == all.outcome().result);
    CHECK(outcome.ns == all.outcome().ns);
    CHECK(outcome.inert == all.outcome().inert);
    CHECK(outcome.content == all.outcome().content);
  }
  return count;
}

std::size_t count_tags(std::string_view text) {
  TagStream stream(text, false);
  std::size_t count = 0;
  while (stream.next()) ++count;
  return count;
}

struct Case {
  std::string_view text;
  std::string_view fates;
};

void check(std::vector<Case> const& cases, bool scripting = false) {
  for (Case const& c : cases) {
    CAPTURE(c.text);
    CHECK(fates(c.text, scripting) == c.fates);
    certain_tags(c.text, scripting);
  }
}

}  // namespace

TEST_CASE("html, head and body are made once, and what comes later is merged or ignored") {
  check({
      {"<html><head><title>x</title></head><body><p>", "html head title body p"},
      {"<html><html><head><html><body><html>", "html +html head +html body +html"},
      {"<!DOCTYPE html><!-- x --> <?x?></x ><html>", "html"},
      {"x<html>", "+html"},
      {"&#32;&Tab;<head>", "head"},
      {"&#33;<head>", "-head"},
      {"&nbsp;<head>", "-head"},
      {"<p><head>", "p -head"},
      {"<head><head>", "head -head"},
      {"<head></head><head>", "head -head"},
      {"</head><head>", "-head"},
      {"</p></div><head>", "head"},
      {"</br><head>", "-head"},
      {"<head></head><base><body>", "head base body"},
      {"<head></head>x<body>", "head +body"},
      {"<body><body>", "body +body"},
      {"<template><html><body><head>", "template -html! -body! -head!"},
      {"<body></body></html><body>", "body +body"},
      {"<title>x</title><head>", "title -head"},
      {"<title>x</title><body>", "title body"},
  });
}

TEST_CASE("noscript in head holds few elements, and with scripting only text") {
  check({
      {"<noscript><link><base><p>", "noscript link base p"},
      {"<noscript><noscript><link></noscript><noscript>", "noscript -noscript link noscript"},
      {"<noscript></head><link></noscript></head><body>", "noscript link body"},
      {"<noscript>x<body>", "noscript +body"},
      {"<p><noscript><noscript>", "p noscript noscript"},
  });
  check({{"<noscript><a></noscript><a>", "noscript a"},
         {"<svg><noscript><a></a></noscript><a>", "svg:svg svg:noscript svg:a svg:a"}},
        true);
}

TEST_CASE("framesets leave room for frames only") {
  check({
      {"<frameset><frame><p><frameset><frame></frameset><frame></frameset><frame><noframes><p>",
       "frameset frame -p frameset frame frame -frame noframes"},
      {"<frameset><noscript><frame>", "frameset -noscript frame"},
      {"<frameset><script><frame></script>", "frameset -script frame"},
      {"<frameset><html><body><base>", "frameset +html -body -base"},
      {"<frame>", "-frame"},
      {"<body><frameset>", "body -frameset"},
      {"<p><frameset>", "p frameset"},
      {"<head><template><frameset>", "head template -frameset!"},
  });
}

TEST_CASE("table parts exist in tables only") {
  check({
      {"<td>", "-td"},
      {"<div><tr><td><col><caption><tbody><thead><tfoot><colgroup>",
       "div -tr -td -col -caption -tbody -thead -tfoot -colgroup"},
      {"<table><tr><td></table><td>", "table tr td -td"},
      {"<table><td><table></table><td></table><td>", "table td table td -td"},
      {"<table><table></table><td>", "table table -td"},
      {"<table><tr><table></table><td>", "table tr table -td"},
      {"<table><caption><table></table><td>", "table caption table td"},
      {"<table><td><div></table><td>", "table td div -td"},
      {"<table><div><td></table><td>", "table div td -td"},
      {"<table><td></th><table></table></td></table><td>", "table td table -td"},
      {"<table><td></th></td><table></table><td>", "table td table -td"},
      {"<table><td></tr><table></table><td>", "table td table -td"},
      {"<table><td></tbody><table></table><td>", "table td table -td"},
      {"<table><td></tfoot><table></table><td>", "table td table td"},
      {"<table><tfoot><td></tfoot><table></table><td>", "table tfoot td table -td"},
      {"<table><caption></tr><table></table><td>", "table caption table td"},
      {"<table><caption></caption><table></table><td>", "table caption table -td"},
      {"<table><td><caption></caption><table></table><td>", "table td caption table -td"},
      {"<table><td><svg></table><td>", "table td svg:svg -td"},
      {"<table><td><object></td><table></table><td>", "table td object table -td"},
      {"<table><template><td></table></template><td>", "table template td! td"},
      {"<template><tr></template><tr>", "template tr! -tr"},
  });
}

TEST_CASE("the first tag in a template decides which table parts it takes") {
  check({
      {"<template><p><td><tr><caption><col>", "template p! -td! -tr! -caption! -col!"},
      {"<template>x</p><td>", "template td!"},
      {"<template><link><script></script><td>", "template link! script! td!"},
      {"<template><td><td><tr><caption><th>", "template td! td! -tr! -caption! th!"},
      {"<template><td></tr></table><p><table>", "template td! p! table!"},
      {"<template><td></td><table><p>", "template td! -table! p!"},
      {"<template><tr><td><caption><tbody><tr><col>",
       "template tr! td! -caption! -tbody! tr! -col!"},
      {"<template><tr><object></tr><td></object><caption><p>",
       "template tr! object! td! -caption! p!"},
      {"<template><tbody><caption><td><col><thead><tr>",
       "template tbody! caption! td! col! thead! tr!"},
      {"<template><caption></table><table>", "template caption! -table!"},
      {"<template><td></td><form><select><input type=hidden><select>",
       "template td! -form! select! input! -select!"},
      {"<template><table><form>", "template table! -form!"},
      {"<template><col><col><a><td><script><template><a></template><col>",
       "template col! col! -a! -td! -script! template! a! col!"},
      {"<template><template><td></template><p></template><td>", "template template! td! p! -td"},
      {"<template><p><svg><desc><td></svg><td>", "template p! svg:svg! svg:desc! -td! -td!"},
  });
}

TEST_CASE("a select in a select ends it") {
  check({
      {"<select><option><select><select>", "select option -select select"},
      {"<select></select><select>", "select select"},
      {"<select><a><div><p>", "select a div p"},
      {"<select><input><select>", "select input select"},
      {"<select><object><select>", "select object select"},
      {"<object><select></object><select>", "object select -select"},
      {"<select><table><td><select>", "select table td select"},
      {"<table><select><tr><select>", "table select tr select"},
      {"<table><select><input type=hidden><select>", "table select input -select"},
      {"<table><select><input type=HIDDEN><select>", "table select input -select"},
      {"<table><select><input type=text><select>", "table select input select"},
      {"<svg><select><select>", "svg:svg svg:select svg:select"},
      {"<select><svg></select><select>", "select svg:svg select"},
      {"<select><svg><title></select><select>", "select svg:svg svg:title select"},
  });
}

TEST_CASE("one form is open at a time") {
  check({
      {"<form><form></form><form>", "form -form form"},
      {"<form><div></form><form>", "form div form"},
      {"<form><template><form><form></template><form>", "form template form! form! -form"},
      {"<template></form></template><form><template></form></template><form>",
       "template form template -form"},
      {"<form><svg></form><form>", "form svg:svg svg:form"},
      {"<form><svg></form></svg><form>", "form svg:svg form"},
  });
}

TEST_CASE("templates make their content inert") {
  check({
      {"<template><a><template><a></template><a></template><a>", "template a! template! a! a! a"},
      {"<head><template></template><base></head><base>", "head template base base"},
      {"<svg><template><a></template><a>", "svg:svg svg:template svg:a svg:a"},
      {"<template><svg><a></template><a>", "template svg:svg! svg:a! a"},
      {"</template><a>", "a"},
  });
}

TEST_CASE("foreign content goes by its own rules") {
  check({
      {"<svg><a><style><a></style><title>x</title></a></svg><a>",
       "svg:svg svg:a svg:style svg:a svg:title a"},
      {"<svg/><a>", "svg:svg a"},
      {"<svg><svg/><a>", "svg:svg svg:svg svg:a"},
      {"<svg><g/><p><a>", "svg:svg svg:g p a"},
      {"<svg><font><font color=x><a>", "svg:svg svg:font font a"},
      {"<svg></p><a>", "svg:svg a"},
      {"<svg></br><a>", "svg:svg a"},
      {"<svg></G><g></G></sVg><a>", "svg:svg svg:g a"},
      {"<g><svg></g></svg><a>", "g svg:svg a"},
      {"<svg></x><a>", "svg:svg svg:a"},
      {"<x><svg></x><a>", "x svg:svg a"},
      {"<svg><math><svg>", "svg:svg svg:math svg:svg"},
      {"<math><svg><mi><svg><a>", "math:math math:svg math:mi svg:svg svg:a"},
      {"<math><mi><mglyph><a>", "math:math math:mi math:mglyph math:a"},
      {"<math><mi><a>", "math:math math:mi a"},
      {"<math><annotation-xml><a><svg>", "math:math math:annotation-xml math:a math:svg"},
      {"<math><annotation-xml><svg><a>", "math:math math:annotation-xml svg:svg svg:a"},
      {"<math><annotation-xml encoding='TEXT/html'><a>", "math:math math:annotation-xml a"},
      {"<math><annotation-xml encoding='application/xhtml&#43;xml'><a>",
       "math:math math:annotation-xml a"},
      {"<svg><foreignObject><div><a></a></div></foreignObject><a>",
       "svg:svg svg:foreignObject div a svg:a"},
      {"<svg><desc><form><![CDATA[<a>]]><b></b></form></desc><a>", "svg:svg svg:desc form b svg:a"},
      {"<svg><desc><script><a></script><br></desc><a>", "svg:svg svg:desc script br svg:a"},
      {"<svg><foreignObject><div></foreignObject><a>", "svg:svg svg:foreignObject div a"},
      {"<svg><foreignObject><p><p></foreignObject><a>", "svg:svg svg:foreignObject p p a"},
      {"<svg><title><svg><a></a></svg><a>", "svg:svg svg:title svg:svg svg:a a"},
      {"<svg></div><a>", "svg:svg svg:a"},
      {"<div><svg></div><a>", "div svg:svg a"},
      {"<svg></body></html><a>", "svg:svg svg:a"},
      {"<svg><![CDATA[<a>]]><a>", "svg:svg svg:a"},
      {"<svg><title><![CDATA[<a>]]></title><a>", "svg:svg svg:title svg:a"},
      {"<svg><title><b><![CDATA[><a>", "svg:svg svg:title b a"},
      {"<svg></svg><![CDATA[><a>", "svg:svg a"},
      {"<image><svg><image>", "image svg:svg svg:image"},
      {"<svg><base><link>", "svg:svg svg:base svg:link"},
  });
}

TEST_CASE("elements that hold text only hide the tags in them") {
  check({
      {"<textarea><a></textarea><a>", "textarea a"},
      {"<iframe><a></iframe><noembed><a></noembed><noframes><a></noframes><xmp><a></xmp><a>",
       "iframe noembed noframes xmp a"},
      {"<plaintext><a>", "plaintext"},
      {"<title></select></title><a>", "title a"},
      {"<select><textarea></select></textarea><select>", "select textarea -select"},
  });
}

TEST_CASE("the structure alone says when it is not enough") {
  for (std::string_view text :
       {"<p><frameset>", "<svg></x><a>", "<x><svg></x><a>", "<g><svg></g><a>", "<svg></div><a>",
        "<b><svg></b><a>", "<template><a><object></template>", "<select><selectedcontent></select>",
        "<table><td><svg></b><a>", "<template><a><table><td></template>"}) {
    CAPTURE(text);
    CHECK(certain_tags(text, false) < count_tags(text));
  }
  for (std::string_view text :
       {"<svg><path></path></g></svg><a>", "<div><svg></svg></div><a>", "<svg></p><a>",
        "<svg><foreignObject><div><p></foreignObject></div></foreignObject></svg><a>",
        "<svg><desc></div></x></desc><a>", "<svg><desc><table><b></table>x</desc><a>",
        "<template><b><p></b></p></template><a>", "<svg></body></form></html><a>",
        "<selectedcontent></selectedcontent>", "<template><a></a><table><td></template>"}) {
    CAPTURE(text);
    CHECK(certain_tags(text, false) == count_tags(text));
  }
}

TEST_CASE("the structure alone gives the answers that the whole stack gives: tag soup") {
  std::size_t certain = 0;
  constexpr std::size_t documents = 20'000;
  for (std::size_t seed = 0; seed < documents; ++seed) {
    const std::string text = hrefkit::test::TagSoup(seed).document(30);
    CAPTURE(text);
    certain += certain_tags(text, false) == count_tags(text);
  }
  CHECK(certain > documents / 2);
}

TEST_CASE("stacks of any depth are kept") {
  std::string deep = "<svg>";
  for (int i = 0; i < 100'000; ++i) deep += "<g>";
  CHECK(fates(deep + "</svg><a>").ends_with("svg:g a"));
  deep.clear();
  for (int i = 0; i < 100'000; ++i) deep += "<table><td>";
  CHECK(certain_tags(deep + "<td>", false) == 200'001);
}

TEST_CASE("a declarative shadow root belongs to the current node") {
  const auto roots = [](std::string_view text) {
    TagStream stream(text, false);
    std::string found;
    while (stream.next()) {
      if (!stream.tag().is_end && stream.name() == TagName::template_) {
        found += stream.outcome().result == TagResult::shadow_root ? '#' : '-';
      }
    }
    return found;
  };
  const std::string root = "<template shadowrootmode=open></template>";
  CHECK(roots("<div>" + root + root) == "#-");
  CHECK(roots("<body>" + root + root + "<p>" + root) == "#-#");
  CHECK(roots(root + "<b>" + root + "<x-y>" + root + "<svg><desc>" + root) == "--#-");
  CHECK(roots("<b><div>" + root + "</b>" + root) == "#-");
  CHECK(roots("<div><template shadowrootmode=none></template>" + root) == "-#");
}

TEST_CASE("what a tree builder would do is counted") {
  const auto work = [](std::string_view text) {
    TagStream stream(text, false);
    while (stream.next()) {
    }
    return stream.state().work();
  };
  CHECK(work("<p><b><i></p><p>x<p>y").clones == 4);
  CHECK(work("<p><b x=1 y=2></p>x").clone_attributes == 2);
  CHECK(work("<div><div><div></div>").depth == 3);
  CHECK(work("<table><td>").elements == 4);
  CHECK(work("<b><p></b>").moves == 1);
  CHECK(work("<b><p></b>").clones == 1);
}
