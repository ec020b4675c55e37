#include "hrefkit/site/sources/markdown_links.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/run_cost.h"

namespace hrefkit::site {

namespace {

/// "destination as written=value(text)" of each link.
std::vector<std::string> links_of(std::string const& text) {
  std::vector<std::string> rows;
  for (MarkdownLink const& link : find_markdown_links(text).links) {
    const std::string written(link.destination.in(text));
    rows.push_back((link.is_image ? "!" : "") + written + '=' + link.value + '(' + link.text + ')');
  }
  return rows;
}

using Rows = std::vector<std::string>;

}  // namespace

TEST_CASE("links of Markdown have the bytes of their destinations", "[sources]") {
  CHECK(links_of("See [it](a.md), ![dome](b.png \"title\").") ==
        Rows{"a.md=a.md(it)", "!b.png=b.png(dome)"});
  CHECK(links_of("[a](<my page.md>)") == Rows{"my page.md=my page.md(a)"});
  CHECK(links_of("[a\\]b](x\\_y.md) [c](p?a=1&amp;b=2)") ==
        Rows{"x\\_y.md=x_y.md(a]b)", "p?a=1&amp;b=2=p?a=1&b=2(c)"});
  CHECK(links_of("> - [a](q(1).md)\n>   ![b](c.png)") ==
        Rows{"q(1).md=q(1).md(a)", "!c.png=c.png(b)"});
  CHECK(links_of("[![badge](b.svg)](t.md)") == Rows{"t.md=t.md(badge)", "!b.svg=b.svg(badge)"});
  CHECK(links_of("<https://h.example/a>") ==
        Rows{"https://h.example/a=https://h.example/a(https://h.example/a)"});
}

TEST_CASE("the place of a reference link is its definition", "[sources]") {
  CHECK(links_of("[a][x], [b][x] and [x].\n\n[x]: <d e.md> \"T\"\n") ==
        Rows{"d e.md=d e.md(a)", "d e.md=d e.md(b)", "d e.md=d e.md(x)"});
  CHECK(links_of("[a][x]\n\n[x]: p?a=1&amp;b=2\n") == Rows{"p?a=1&amp;b=2=p?a=1&b=2(a)"});
}

TEST_CASE("code is no place", "[sources]") {
  CHECK(links_of("`[a](b.md)`\n\n```\n[a](b.md)\n```\n\n[a](b.md)") == Rows{"b.md=b.md(a)"});
}

TEST_CASE("links of Markdown take time in proportion to the text", "[sources][growth]") {
  if (!test::can_measure_cost()) return;
  const auto cost = [](std::string const& part, std::size_t bytes) {
    std::string text = "| a |\n|---|\n";
    while (text.size() < bytes) text += part;
    return test::cost_of([&] { find_markdown_links(text); });
  };
  for (std::string const part :
       {"| a | b | c | d |\n", "[a](b&amp;c) ", "![", "[a][x] ", "[a]: b&amp;c\n", "<a ", "`"}) {
    CAPTURE(part);
    const auto large = cost(part, 1'000'000);
    CHECK(large.succeeded());
    CHECK(large.seconds < 3);
  }
}

}  // namespace hrefkit::site
