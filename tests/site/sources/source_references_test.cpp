#include "hrefkit/site/sources/source_references.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/site/sources/source_match.h"
#include "support/run_cost.h"

namespace hrefkit::site {

namespace {

/// "bytes(letters of the text)" of each reference.
std::vector<std::string> references_of(std::string const& text, std::string const& name) {
  std::vector<std::string> rows;
  for (SourceReference const& found : find_source_references(text, source_kind_of(name), name, 0)) {
    rows.push_back(std::string(found.place.in(text)) + '(' + found.letters + ')');
  }
  return rows;
}

bool has(std::vector<std::string> const& rows, std::string const& row) {
  return std::find(rows.begin(), rows.end(), row) != rows.end();
}

struct Row {
  std::string name;
  std::string text;
  std::string reference;
};

}  // namespace

TEST_CASE("references are found as authors write them", "[sources]") {
  for (Row const& row : std::vector<Row>{
           {"a.md", "[The post]({{< ref \"posts/news.md\" >}}#new)",
            "posts/news.md\" >}}#new(thepost)"},
           {"a.md", "[About]({% link about.md %})", "about.md(about)"},
           {"a.md", "[About]({{ '/about/' | relative_url }})", "/about/(about)"},
           {"a.md", "See [[Some page|it]].", "Some page(it)"},
           {"a.md", "<a href=\"../x/\">Raw <b>markup</b></a>", "../x/(rawmarkup)"},
           {"a.md", "!!! note\n    [inside](y.md)\n", "y.md(inside)"},
           {"a.rst", "Read :doc:`the guide <guide>`.", "guide(theguide)"},
           {"a.rst", "`Home <index.html>`__", "index.html(home)"},
           {"a.rst", ".. _A name: b.html\n", "b.html(aname)"},
           {"a.rst", ".. image:: c.png\n", "c.png()"},
           {"a.adoc", "xref:guide.adoc#x[the guide]", "guide.adoc#x(theguide)"},
           {"a.yml", "nav:\n  - Guide: guide/setup.md\n", "guide/setup.md()"},
           {"a.toml", "url = \"/docs/\"\n", "/docs/()"},
           {"a.js", "{to: '/docs', label: 'Docs'}", "/docs()"},
           {"a.njk", "<a href=\"{{ '/x/' | url }}\">Go</a>", "/x/(go)"},
       }) {
    CAPTURE(row.text);
    const auto found = references_of(row.text, row.name);
    std::string all;
    for (std::string const& one : found) all += one + '\n';
    CAPTURE(all);
    CHECK(has(found, row.reference));
  }
}

TEST_CASE("code and comments hold no references", "[sources]") {
  for (Row const& row : std::vector<Row>{
           {"a.md", "`[a](no.md)` [a](x.md)", {}},
           {"a.md", "```\n[a](no.md)\n```\n", {}},
           {"a.md", "Text\n\n    [a](no.md)\n", {}},
           {"a.md", "<!-- [a](no.md) --> text", {}},
           {"a.md", "{% comment %}[a](no.md){% endcomment %}", {}},
           {"a.rst", "Code::\n\n   `a <no.md>`__\n\nText\n", {}},
           {"a.rst", ".. code-block:: rst\n\n   `a <no.md>`__\n", {}},
           {"a.rst", "``no.md``", {}},
           {"a.rst", ".. A comment\n   `a <no.md>`__\n", {}},
           {"a.adoc", "----\nxref:no.md[a]\n----\n", {}},
           {"a.yml", "# a: no.md\nb: c\n", {}},
           {"a.js", "// to: 'no.md'\n/* 'no.md' */\n", {}},
           {"a.njk", "{# <a href=\"no.md\">a</a> #}", {}},
           {"a.html", "<!-- <a href=\"no.md\">a</a> -->", {}},
       }) {
    CAPTURE(row.text);
    for (std::string const& one : references_of(row.text, row.name)) {
      CHECK(one.find("no.md") == std::string::npos);
    }
  }
}

TEST_CASE("a reference fits what a generator made of it", "[sources]") {
  const PageNames page = names_of_page("docs/guide/index.html");
  const auto fits = [&](char const* source, char const* link) {
    return likeness(key_of_source(source), key_of_link(link), page);
  };
  CHECK(fits("a.md", "a.md") == Likeness::written);
  CHECK(fits("my%20page.md", "my page.md") == Likeness::written);
  CHECK(fits("setup.md#x", "../setup/#x") == Likeness::same);
  CHECK(fits("setup.md", "/docs/setup.html") == Likeness::part);
  CHECK(fits("02-Set_up.md", "../set-up/") == Likeness::same);
  CHECK(fits("{filename}setup.md", "/setup.html") == Likeness::same);
  CHECK(fits("@/setup.md", "https://h.example/setup/") == Likeness::same);
  CHECK(fits("#x", "/docs/guide/#x") == Likeness::same);
  CHECK(fits("guide.md#x", "#x") == Likeness::same);
  CHECK(fits("my_label", "../setup/#my-label") == Likeness::label);
  CHECK(fits("setup.md#x", "../setup/#y") == Likeness::none);
  CHECK(fits("setup.md", "../setup/#y") == Likeness::none);
  CHECK(fits("other.md", "../setup/") == Likeness::none);
  CHECK(fits("a/setup.md", "../b/setup/") == Likeness::none);
  CHECK(fits("https://h.example", "https://h.example/") == Likeness::same);
  CHECK(fits("https://h.example/a", "https://g.example/a") == Likeness::none);
}

TEST_CASE("included files are named", "[sources]") {
  using Texts = std::vector<std::string>;
  CHECK(find_included_names("{% include tip.html %}") == Texts{"tip.html"});
  CHECK(find_included_names("--8<-- \"part.md\"") == Texts{"part.md"});
  CHECK(find_included_names(".. include:: ../parts/a.txt") == Texts{"../parts/a.txt"});
  CHECK(find_included_names("<!--@include: ./b.md-->") == Texts{"./b.md"});
  CHECK(find_included_names("[a](b.md)").empty());
}

TEST_CASE("references take time in proportion to the text", "[sources][growth]") {
  if (!test::can_measure_cost()) return;
  for (std::string const part : {"{% include a.md ", "<a ", "\"", "[[", "](", "``", "{{", "<!--",
                                 "    x\n", "`a <b>`_ ", "a: b\n", "x/y "}) {
    for (char const* name : {"a.md", "a.rst", "a.html", "a.yml", "a.js", "a.adoc"}) {
      CAPTURE(part, name);
      std::string text;
      while (text.size() < 500'000) text += part;
      const auto cost = test::cost_of([&] {
        find_source_references(text, source_kind_of(name), name, 0);
        find_included_names(text);
      });
      CHECK(cost.succeeded());
      CHECK(cost.seconds < 3);
    }
  }
}

}  // namespace hrefkit::site
