// What is to be ignored, and where shadow trees are: the scanner and the document tree agree on
// every document whose parts the scanner knows.
#include <array>
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check/element_facts.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/text/byte_set.h"
#include "support/tag_soup.h"

namespace hrefkit::site {

namespace {

PageFile page_of(std::string text) {
  PageFile page;
  page.bytes = std::move(text);
  REQUIRE(open_bytes({.charset = "utf-8"}, "https://h.example/p.html", page));
  return page;
}

/// "ignored shadow" for each link by the tree, as letters: "i", "s", "is" or "-".
std::string letters(bool is_ignored, bool is_in_shadow_tree) {
  const std::string found = std::string(is_ignored ? "i" : "") + (is_in_shadow_tree ? "s" : "");
  return found.empty() ? "-" : found;
}

struct Answers {
  std::string by_parts;
  std::string by_tree;
};

/// The answers for the links of a page; nothing where only the tree knows its parts.
std::optional<Answers> answers_of(std::string const& text) {
  const PageFile page = page_of(text);
  PageElements elements(page);
  if (!elements.has_parts()) return std::nullopt;
  const ElementFacts facts(page);
  Answers answers;
  const auto take = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      const std::string raw(link.raw);
      answers.by_parts +=
          raw + letters(elements.is_ignored(link), elements.is_in_shadow_tree(link)) + " ";
      answers.by_tree += raw + letters(facts.is_ignored(link), facts.is_in_shadow_tree(link)) + " ";
    }
  };
  bool is_flat = false;
  const auto note = [&](html::Note const& found) {
    is_flat |= found.kind == html::NoteKind::nesting_flattened;
  };
  REQUIRE(html::find_links(page.source, page.options, {.links = take, .notes = note},
                           html::Engine::dom));
  if (is_flat) return std::nullopt;  // the tree does not tell what is in what
  if (elements.open_ignore() != facts.open_ignore()) answers.by_parts += "another open part";
  return answers;
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

constexpr std::array marks{"data-hrefkit-ignore", "DATA-PROOFER-IGNORE=x", "id=a", "class"};
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
void append_tree(std::string& out, Dice& dice, int depth) {
  constexpr std::array names{"div",    "p",       "span",     "ul",       "li",  "a",
                             "b",      "section", "h1",       "td",       "tr",  "table",
                             "button", "form",    "x-y",      "dl",       "dd",  "svg",
                             "g",      "select",  "template", "noscript", "img", "hr"};
  for (std::size_t count = dice.below(4); count > 0; --count) {
    if (dice.below(10) == 0) out += comments[dice.below(comments.size())];
    if (dice.below(3) == 0) out += "<a href=l" + std::to_string(out.size()) + "></a>";
    if (dice.below(4) == 0) out += "<img src=i" + std::to_string(out.size()) + ">";
    std::string_view const name = names[dice.below(names.size())];
    out += '<';
    out += name;
    if (dice.below(4) == 0) (out += ' ') += marks[dice.below(2)];
    out += '>';
    if (name == "img" || name == "hr") continue;
    if (dice.below(6) == 0) out += "text";
    if (dice.below(8) == 0) out += "<template shadowrootmode=open>";
    if (depth > 0) append_tree(out, dice, depth - 1);
    if (dice.below(12) != 0) (out += "</") += std::string(name) + ">";
  }
}

}  // namespace

TEST_CASE("the parts of a page are those of its tree") {
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
      {"<script>'<div data-hrefkit-ignore>'</script><a href=1>", "1- "},
      {"<!-- <div data-hrefkit-ignore> --><a href=1>", "1- "},
  };
  for (Row const& row : rows) {
    CAPTURE(row.page);
    const auto answers = answers_of("<!doctype html><body>" + row.page);
    REQUIRE(answers);
    CHECK(answers->by_parts == row.found);
    CHECK(answers->by_tree == row.found);
  }
}

TEST_CASE("where tags alone do not tell how far an element goes, the tree does") {
  for (std::string const page :
       {"<p data-hrefkit-ignore><a href=1></a><div>", "<ul><li data-hrefkit-ignore>x</ul>",
        "<a href=1><span data-hrefkit-ignore><a href=2>", "<body data-hrefkit-ignore><a href=1>",
        "<table data-hrefkit-ignore><a href=1>"}) {
    CAPTURE(page);
    CHECK(!answers_of("<!doctype html>" + page));
  }
}

TEST_CASE("ignored elements that nest too deep are left to the tree") {
  const auto repeated = [](std::string_view piece, std::size_t count) {
    std::string all;
    for (; count > 0; --count) all += piece;
    return all;
  };
  for (const std::size_t depth : {100U, 255U, 256U, 257U, 1'000U}) {
    CAPTURE(depth);
    const PageFile page =
        page_of("<!doctype html><body><div data-hrefkit-ignore>" + repeated("<span>", depth) +
                "<img src=1>" + repeated("</span>", depth) + "</div><img src=2>");
    PageElements elements(page);
    CHECK(elements.has_parts() == (depth <= 256));
    std::string found;
    REQUIRE(html::find_links(
        page.source, page.options, {.links = [&](html::LinkBlock const& block) {
          for (html::Link const& link : block.links) {
            found += std::string(link.raw) + letters(elements.is_ignored(link), false) + " ";
          }
        }}));
    CHECK(found == "1i 2- ");
  }
}

TEST_CASE("the parts of random pages are those of their trees") {
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
    const auto answers = answers_of(text);
    if (!answers) continue;
    ++known;
    CAPTURE(seed, text);
    CHECK(answers->by_parts == answers->by_tree);
  }
  CHECK(known > documents / 3);
}

}  // namespace hrefkit::site
