// What is around links: the scanner and the document tree agree on every document that the scanner
// reads.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/scan/scan_links.h"
#include "hrefkit/text/byte_set.h"
#include "support/tag_soup.h"

namespace hrefkit::html {

namespace {

const DocumentOptions page{.url = "https://h.example/p.html"};

/// What is known of a link, as letters: to be ignored, in a shadow tree, in noscript, upgraded, and
/// of source elements not used; "-" for nothing.
std::string letters(Link const& link, LinkUse use) {
  std::string found;
  if (link.around.has(Around::ignored)) found += 'i';
  if (link.around.has(Around::shadow_tree)) found += 's';
  if (link.around.has(Around::noscript)) found += 'n';
  if (link.around.has(Around::upgraded)) found += 'u';
  if (link.element == "source" && use == LinkUse::not_used) found += 'x';
  return found.empty() ? "-" : found;
}

/// The links with what is around them, by the scanner or by the tree.
struct Found {
  std::string links;
  bool is_flat = false;

  LinkSink sink() {
    return {
        .links =
            [this](LinkBlock const& block) {
              for (Link const& link : block.links) {
                links += std::string(link.raw) + letters(link, link.use) + " ";
              }
            },
        .notes = [this](Note const& note) { is_flat |= note.kind == NoteKind::nesting_flattened; },
        .open_ignore = [this](std::uint32_t at) { links += "open at " + std::to_string(at); },
        .with_uses = true,
        .with_surroundings = true};
  }
};

std::optional<Found> by_scanner(std::string_view text) {
  Found found;
  SourceText const source = source_from_text(text);
  UrlBudget budget(text.size());
  const auto base = file_base(page, text::Encoding::utf_8);
  static scan::LinkScanner scanner;
  const auto status = scanner.scan(source, nullptr, page, base.value(), found.sink(), budget);
  if (status == scan::ScanStatus::given_up) return std::nullopt;
  return found;
}

Found by_tree(std::string_view text) {
  Found found;
  REQUIRE(find_links(source_from_text(text), page, found.sink(), Engine::dom));
  return found;
}

/// Random numbers; the same seed gives the same ones.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 1) {}

  std::size_t below(std::size_t limit) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::size_t>(state_ % limit);
  }

 private:
  std::uint64_t state_;
};

constexpr std::array marks{"data-hrefkit-ignore", "DATA-PROOFER-IGNORE=x", "id=a", "class",
                           "class=\"c\""};
constexpr std::array comments{"<!-- hrefkit-ignore -->", "<!-- hrefkit-ignore-start -->",
                              "<!-- hrefkit-ignore-end -->", "<!--hrefkit-ignore-->",
                              "<!-- hrefkit-ignored -->"};

/// Marks tags of a document, and puts links and shadow roots before others. No comments: what looks
/// like one in a broken tag is one for the tree's reader, and none for the tokenizer.
std::string marked(std::string_view text, Dice& dice) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<' && dice.below(6) == 0) {
      out += "<a href=l" + std::to_string(at) + (dice.below(3) == 0 ? ">" : "></a>");
    }
    if (text[at] == '<' && dice.below(16) == 0) {
      out += std::string(dice.below(2) == 0 ? "<div>" : "<x-y>") + (dice.below(2) == 0 ? " " : "") +
             "<template shadowrootmode=open>";
    }
    out += text[at];
    const bool ends_name =
        text[at] == '<' && at + 1 < text.size() && text::ascii_alpha.contains(text[at + 1]);
    if (!ends_name) continue;
    while (at + 1 < text.size() && std::string_view(" \t\n/>").find(text[at + 1]) == text.npos) {
      out += text[++at];
    }
    if (dice.below(5) == 0) (out += ' ') += marks[dice.below(marks.size())];
  }
  return out;
}

/// A tree of elements that are nested as authors mean it, with marks, and now and then a lost tag.
/// In frames there are no comments: a frame that the parser drops is one more broken tag.
void append_tree(std::string& out, Dice& dice, int depth, bool is_in_frame = false) {
  constexpr std::array names{
      "div",      "p",    "span",   "ul",      "li",       "a",        "b",        "font",
      "section",  "h1",   "td",     "tr",      "table",    "caption",  "tbody",    "colgroup",
      "button",   "form", "x-y",    "dl",      "dd",       "svg",      "g",        "desc",
      "math",     "mi",   "select", "option",  "nobr",     "template", "video",    "picture",
      "noscript", "ruby", "rt",     "style",   "textarea", "object",   "optgroup", "body",
      "html",     "head", "img",    "hr",      "source",   "input",    "br",       "frameset",
      "meta",     "i",    "pre",    "marquee", "summary",  "iframe",   "title",    "foreignObject"};
  constexpr std::array empty{"img", "hr", "source", "input", "br", "meta"};
  for (std::size_t count = dice.below(4); count > 0; --count) {
    if (!is_in_frame && dice.below(10) == 0) out += comments[dice.below(comments.size())];
    if (dice.below(3) == 0) out += "<a href=l" + std::to_string(out.size()) + "></a>";
    if (dice.below(4) == 0) out += "<img src=i" + std::to_string(out.size()) + ">";
    if (depth > 0 && dice.below(12) == 0) {
      std::string inner;
      append_tree(inner, dice, depth - 1, true);
      out += "<iframe ";
      if (dice.below(4) == 0) (out += marks[dice.below(2)]) += ' ';
      out += "srcdoc=\"";
      for (const char c : inner) {
        out += c == '"' ? "&quot;" : c == '&' ? "&amp;" : std::string(1, c);
      }
      out += "\"></iframe>";
      continue;
    }
    const std::string_view name = names[dice.below(names.size())];
    out += '<';
    out += name;
    if (name == "body") out += " background=b" + std::to_string(out.size());
    if (name == "source") {
      out += (dice.below(2) == 0 ? " src=s" : " srcset=s") + std::to_string(out.size());
    }
    if (name == "meta") {
      out += " http-equiv=Content-Security-Policy content='upgrade-insecure-requests'";
    }
    if (dice.below(4) == 0) (out += ' ') += marks[dice.below(2)];
    out += '>';
    if (std::find(empty.begin(), empty.end(), name) != empty.end()) continue;
    if (dice.below(6) == 0) out += "text";
    if (dice.below(8) == 0) out += "<template shadowrootmode=open>";
    if (depth > 0) append_tree(out, dice, depth - 1, is_in_frame);
    if (dice.below(12) != 0) (out += "</") += std::string(name) + ">";
  }
}

/// The offset at which a part to ignore is open is left out.
std::string without_open(std::string const& links) {
  return links.substr(0, links.find("open at"));
}

void check_both(std::string const& text, std::string const& expected) {
  const auto scanned = by_scanner(text);
  const Found judged = by_tree(text);
  // What a second tag of html or body has ignored, or stands in, the tree says.
  if (scanned) CHECK(scanned->links == judged.links);
  CHECK(without_open(judged.links) == expected);
}

}  // namespace

TEST_CASE("what is around a link the scanner says as the tree does") {
  struct Row {
    std::string page;
    std::string found;
  };
  const std::vector<Row> rows{
      {"<div data-hrefkit-ignore><p><a href=1>x</a><p><a href=2>y</a></div><a href=3>",
       "1i 2i 3- "},
      {"<nav data-proofer-ignore><ul><li><a href=1>x</a></li></ul></nav><a href=2>", "1i 2- "},
      {"<div><div data-hrefkit-ignore><div><a href=1></a></div></div><a href=2></div>", "1i 2- "},
      {"<img data-hrefkit-ignore src=1><img src=2>", "1i 2- "},
      {"<p><span data-hrefkit-ignore><img src=1></span><img src=2>", "1i 2- "},
      {"<a data-hrefkit-ignore href=1><img src=2></a><img src=3>", "1i 2i 3- "},
      {"<!-- hrefkit-ignore --><p><a href=1></a></p><a href=2>", "1i 2- "},
      {"<!--x--!><!-- hrefkit-ignore --><img src=1><img src=2>", "1i 2- "},
      {"<!-- hrefkit-ignore --!><img src=1><img src=2>", "1i 2- "},
      {"<!--><!-- hrefkit-ignore --><img src=1><img src=2>", "1i 2- "},
      {"<img src=1><!-- hrefkit-ignore-start --!><img src=2><!-- hrefkit-ignore-end -->", "1- 2i "},
      {"<a href=0></a><!-- hrefkit-ignore-start --><a href=1></a><!-- hrefkit-ignore-end --><a "
       "href=2>",
       "0- 1i 2- "},
      {"<table data-hrefkit-ignore><tr><td><a href=1></a></td></tr></table><a href=2>", "1i 2- "},
      {"<div data-hrefkit-ignore><svg><title>t</title><use href=#1 /></svg></div><a href=2>",
       "#1i 2- "},
      {"<x-y><template shadowrootmode=open><use href=#1></use><a href=2></a></template></x-y><a "
       "href=3>",
       "2s 3- "},
      {"<div> <template shadowrootmode=open><a href=2></a></template></div><a href=3>", "2s 3- "},
      {"<p><b></p><div> <template shadowrootmode=open><a href=2></a></template></div><a href=3>",
       "3- "},
      {"<div><template shadowrootmode=open><div data-hrefkit-ignore><a href=2></a></div></template>"
       "<template shadowrootmode=open><a href=4></template></div><a href=3>",
       "2is 3- "},
      {"<p data-hrefkit-ignore><a href=1></a><div><a href=2></a></div>", "1i 2- "},
      {"<ul><li data-hrefkit-ignore><a href=1></a><li><a href=2></a></ul><a href=3>", "1i 2- 3- "},
      {"<ul><li data-hrefkit-ignore><a href=1></a></ul><a href=2>", "1i 2- "},
      {"<span data-hrefkit-ignore><a href=1></a></span><a href=2>", "1i 2- "},
      {"<a href=1><span data-hrefkit-ignore><a href=2></a>", "1- 2- "},
      {"<p><a data-hrefkit-ignore href=1>x<p>x<a href=2>y</a>", "1i 2- "},
      {"<p><b data-hrefkit-ignore><p><a href=1></a></b><a href=2>", "1i 2- "},
      {"<p><!-- hrefkit-ignore --><b><p><a href=1></a></b><a href=2>", "1- 2- "},
      {"<form data-hrefkit-ignore><div><a href=1></a></form><a href=2></a></div><a href=3>",
       "1i 2i 3- "},
      {"<table data-hrefkit-ignore><a href=1></a><tr><td><a href=2></a></table><a href=3>",
       "1- 2i 3- "},
      {"<table><tr data-hrefkit-ignore><td><a href=1></a><tr><td><a href=2></a></table>", "1i 2- "},
      {"<table><td data-hrefkit-ignore><a href=1></a><td><a href=2></a></table>", "1i 2- "},
      {"<svg data-hrefkit-ignore><a href=1 /></svg><svg><a href=2 /></svg>", "1i 2- "},
      {"<svg><g data-hrefkit-ignore><a href=1 /></g><a href=2 /></svg>", "1i 2- "},
      {"<video><source src=1></video><picture><source srcset=2 src=3><img src=4></picture>",
       "1- 2- 3x 4- "},
      {"<picture><x-y></x-y><source srcset=1><x-y><source srcset=2></x-y></picture>", "1- 2x "},
      {"<picture><table><source srcset=1></table></picture>", "1- "},
      {"<noscript><a href=1></a></noscript><a href=2>", "1n 2- "},
      {"<iframe data-hrefkit-ignore srcdoc='<a href=1>'></iframe><a href=2>", "1i 2- "},
      {"<!-- hrefkit-ignore --><iframe src=0 srcdoc='<a href=1>'></iframe><a href=2>", "0i 1i 2- "},
      {"<div data-hrefkit-ignore></div><iframe srcdoc='<a href=1>'></iframe><a href=2>", "1- 2- "},
      {"<iframe srcdoc=\"&lt;p data-hrefkit-ignore&gt;<a href='1&amp;amp;'>x</a><p><a href=2>\">"
       "</iframe><a href=3>",
       "1&i 2- 3- "},
      {"<iframe srcdoc='<iframe data-hrefkit-ignore srcdoc=&quot;<a href=1>&quot;></iframe><a "
       "href=2>'></iframe><a href=3>",
       "1i 2- 3- "},
      {"<iframe srcdoc='<!-- hrefkit-ignore-start --><a href=1>'></iframe><a href=2>", "1i 2- "},
      {"<div><template shadowrootmode=open><a href=1></a><iframe src=2 srcdoc='<a href=3></a><div>"
       "<template shadowrootmode=open><a href=4></a></template></div><noscript><a "
       "href=5></a></noscript>'></iframe><a href=6></template></div><a href=7>",
       "1s 2s 3- 4s 5n 6s 7- "},
      {"<noscript><iframe srcdoc='<a href=1>'></iframe><a href=2></a></noscript>", "1- 2n "},
      {"<!-- hrefkit-ignore-start --><iframe srcdoc='<!-- hrefkit-ignore-start --><a href=1>'>"
       "</iframe><!-- hrefkit-ignore-end --><a href=2>",
       "1i 2- "},
      {"<iframe srcdoc='<picture><source srcset=1></picture><video><source srcset=2></video>'>"
       "</iframe><picture><source srcset=3>",
       "1- 2x 3- "},
      {"<script>'<div data-hrefkit-ignore>'</script><a href=1>", "1- "},
      {"<!-- <div data-hrefkit-ignore> --><a href=1>", "1- "},
  };
  for (Row const& row : rows) {
    CAPTURE(row.page);
    check_both("<!doctype html><body>" + row.page, row.found);
  }
  const std::string policy =
      "<meta http-equiv=content-security-policy content='upgrade-insecure-requests'>";
  for (Row const& row : std::vector<Row>{
           {"<html data-hrefkit-ignore><link href=1><p><a href=2>", "1i 2i "},
           {"<head data-hrefkit-ignore><link href=1></head><link href=2><a href=3>", "1i 2i 3- "},
           {"<link href=1><body data-hrefkit-ignore><a href=2>", "1- 2i "},
           {"<!-- hrefkit-ignore --><head><link href=1><p><a href=2>", "1i 2- "},
           {"<head><noscript data-hrefkit-ignore><link href=1></noscript><link href=2>", "1in 2- "},
           {"<link href=1>" + policy + "<a href=2>", "1- 2u "},
           {"<noscript>" + policy + "</noscript><a href=2>", "2- "},
           {"<p>" + policy + "<a href=2>", "2- "},
           {"<iframe srcdoc='<a href=1></a>" +
                std::string("<meta http-equiv=content-security-policy ") +
                "content=upgrade-insecure-requests>'></iframe><a href=2>",
            "1- 2- "},
           {"<iframe srcdoc='<link href=1><meta http-equiv=content-security-policy "
            "content=upgrade-insecure-requests><iframe srcdoc=\"<a href=2>\"></iframe><a "
            "href=3>'></iframe><a href=4>",
            "1- 2u 3u 4- "},
           {"<iframe srcdoc='<a href=1>'></iframe>" + policy + "<a href=2>", "1- 2- "},
           {policy + "<iframe srcdoc='<a href=1>'></iframe><a href=2>", "1u 2u "},
           {"<link href=1><p><a href=2></a><body data-hrefkit-ignore><a href=3>", "1- 2i 3i "},
           {"<link href=1>text<body data-hrefkit-ignore><a href=3>", "1- 3i "},
           {"<title>x</title><link href=1></head><link href=2> x<a href=3></a><p><body "
            "data-hrefkit-ignore>",
            "1- 2- 3i "},
           {"<link href=1><p><a href=2></a><html data-hrefkit-ignore><a href=3>", "1i 2i 3i "},
           {"<p data-hrefkit-ignore><body background=1><a href=2></p><a href=3>", "1- 2i 3- "},
           {"<body><p data-hrefkit-ignore></p><body background=1><a href=2>", "1- 2- "},
           {"<body><noscript><body background=1><a href=2>", "1- 2n "},
           {"<body><!-- hrefkit-ignore-start --><body background=1><!-- hrefkit-ignore-end --><a "
            "href=2>",
            "1i 2- "},
           {"<link href=1><!-- hrefkit-ignore --><html><link href=2><a href=3>", "1- 2i 3- "},
           {"<a href=1></a><!-- hrefkit-ignore --><body><a href=2></a><a href=3>", "1- 2i 3- "},
           {"<a href=1></a><template><body data-hrefkit-ignore></template><a href=2>", "1- 2- "},
           {"<link href=1><iframe srcdoc='<link href=2><a href=3></a><body data-hrefkit-ignore>'>"
            "</iframe><a href=4>",
            "1- 2- 3i 4- "},
       }) {
    CAPTURE(row.page);
    check_both("<!doctype html>" + row.page, row.found);
  }
}

TEST_CASE("whether the form owner of a button sends data") {
  struct Row {
    std::string_view page;
    std::string by_scanner;
    std::string by_tree;  ///< where the tree does not show the form owner, any form counts
  };
  for (Row const& row : std::vector<Row>{
           {"<form method=post><button formaction=1></form><button formaction=2>", "1p 2- ",
            "1p 2p "},
           {"<form METHOD=PO&#83;T><p><button formaction=1></p></form>", "1p ", "1p "},
           {"<form><button formaction=1></form><form method=dialog><button formaction=2></form>",
            "1- 2- ", "1- 2- "},
           {"<form method=post><div></form><button formaction=1></div>", "1p ", "1p "},
           {"<form method=post><div></form><form><button formaction=1></form></div>", "1- ", "1- "},
           {"<form><form method=post><button formaction=1></form></form>", "1- ", "1- "},
           {"<table><form method=post><tr><td><button formaction=1></button></form><tr><td><button "
            "formaction=2></table>",
            "1p 2- ", "1p 2p "},
           {"<table><form><tr><td><button formaction=1></table>", "1- ", "1- "},
           {"<template><form method=post></template><button formaction=1>", "1- ", "1p "},
           {"<form method=post><iframe srcdoc='<button formaction=1></button><form><button "
            "formaction=2>'></iframe><button formaction=3>",
            "1- 2- 3p ", "1- 2- 3p "},
           {"<iframe srcdoc='<form method=post><button formaction=1>'></iframe><button "
            "formaction=2>",
            "1p 2- ", "1p 2- "},
       }) {
    CAPTURE(row.page);
    const std::string text = "<!doctype html><body>" + std::string(row.page);
    const auto found_by = [&](Engine engine) {
      std::string found;
      const auto take = [&](LinkBlock const& block) {
        for (Link const& link : block.links) {
          (found += link.raw) += link.around.has(Around::post_form) ? "p " : "- ";
        }
      };
      REQUIRE(find_links(source_from_text(text), page, {.links = take, .with_surroundings = true},
                         engine));
      return found;
    };
    CHECK(found_by(Engine::automatic) == row.by_scanner);
    CHECK(found_by(Engine::dom) == row.by_tree);
  }
}

TEST_CASE("where the tree moves what stands in an ignored element, only it tells") {
  for (std::string const page :
       {"<b data-hrefkit-ignore><p><a href=1></a></b><a href=2></a></p>",
        "<i><b data-hrefkit-ignore><div><a href=1></a></i></b>",
        "<i><form data-hrefkit-ignore><section><a href=1></a></form></i>",
        "<iframe srcdoc='<b data-hrefkit-ignore><p><a href=1></a></b>'></iframe>",
        "<select data-hrefkit-ignore><button><selectedcontent></select>"}) {
    CAPTURE(page);
    CHECK(!by_scanner("<!doctype html><body>" + page));
  }
}

TEST_CASE("what is to be ignored is known however deep elements nest") {
  const auto repeated = [](std::string_view piece, std::size_t count) {
    std::string all;
    for (; count > 0; --count) all += piece;
    return all;
  };
  for (const std::size_t depth : {1U, 256U, 1'000U, 100'000U}) {
    CAPTURE(depth);
    const auto found =
        by_scanner("<!doctype html><body><div data-hrefkit-ignore>" + repeated("<span>", depth) +
                   "<img src=1>" + repeated("</span>", depth) + "</div><img src=2>");
    REQUIRE(found);
    CHECK(found->links == "1i 2- ");
  }
}

TEST_CASE("what is around links of random pages their trees say, too") {
  constexpr std::size_t documents = 6'000;
  std::size_t known = 0;
  for (std::size_t seed = 0; seed < documents; ++seed) {
    Dice dice(seed);
    std::string text;
    if (seed % 2 == 0) {
      text = marked(test::TagSoup(seed).document(12), dice);
    } else {
      text = "<!doctype html><body>";
      append_tree(text, dice, 4);
    }
    const auto scanned = by_scanner(text);
    const Found judged = by_tree(text);
    if (!scanned) continue;
    ++known;
    CAPTURE(seed, text);
    CHECK(scanned->links == judged.links);
  }
  CHECK(known > documents / 3);
}

TEST_CASE("what is around links of listed documents is in their elements") {
  // The documents are listed: Gumbo would read them otherwise.
  constexpr std::array texts{
      "<math><th><annotation-xml encoding=text/html><img src=1><template>"
      "<div data-hrefkit-ignore>",
      "<math><![CDATA[<!-- hrefkit-ignore -->]]>&amp;<use href=#u>",
      "<math><![CDATA[<!-- hrefkit-ignore-start -->]]>&amp;<use href=#u>",
      "x<noscript><mi><dialog><dialog><a href=a></mi>",
      "<math><th><annotation-xml encoding=text/html><p data-hrefkit-ignore><img src=1></p>"
      "<img src=2><!-- hrefkit-ignore --><b><img src=3></b><img src=4>",
  };
  for (std::string const text : texts) {
    CAPTURE(text);
    const auto scanned = by_scanner(text);
    if (!scanned) continue;
    CHECK(scanned->links == by_tree(text).links);
  }
}

}  // namespace hrefkit::html
