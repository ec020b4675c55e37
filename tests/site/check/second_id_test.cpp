// Second ids and lost image maps. Where nothing in the page is to be ignored they are found without
// the tree, and both ways give the same rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/site/check.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// "line:column element attribute raw context|" of each finding of index.html.
std::string extra_rows_of(std::string const& page) {
  const test::TemporaryFolder folder;
  folder.write("index.html", page);
  SiteOptions options;
  options.root = ".";
  const auto site = Site::read(options);
  REQUIRE(site);
  std::string rows;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    rows += std::string(name(finding.rule)) + " " + std::to_string(finding.line) + ":" +
            std::to_string(finding.column) + " " + std::string(finding.element) + " " +
            std::string(finding.attribute) + " " + std::string(finding.raw) + " " +
            std::string(finding.context) + "|";
    return true;
  }};
  check(*site, {}, sink);
  return rows;
}

/// A comment that has what is ignored looked for, and that ignores nothing.
constexpr char const* no_ignore = "<!-- data-hrefkit-ignore is not used here -->";

}  // namespace

TEST_CASE("second ids and lost image maps are the same with and without the tree") {
  struct Row {
    std::string page;
    std::string found;
  };
  const std::vector<Row> rows{
      {"<a href=#x>1</a><p id=x><p id=x>", "duplicate-id 1:72 p id x |"},
      {"<a href=#x>1</a><a id=x title='a>b' name=x>", ""},
      {"<a href=#x>1</a><a name=x title='<' id='x'>", ""},
      {"<a href=#x>1</a><p id=x><b id=x></b><i ID='x'></i>",
       "duplicate-id 1:72 b id x |duplicate-id 1:85 i id x |"},
      // Nobody asks for y.
      {"<a href=#x>1</a><p id=x><p id=y><p id=y>", ""},
      // A name is no id, and the content of a template is not there.
      {"<a href=#x>1</a><a name=x></a><p id=x><template><p id=x></template>", ""},
      {"<a href=#x>1</a><svg><g id=x /></svg><math><mi id=x></mi></math>",
       "duplicate-id 1:92 mi id x |"},
      {"<a href=#x>1</a><svg><linearGradient id=q /><linearGradient id=x /></svg><image id=x>",
       "duplicate-id 1:125 img id x |"},
      {"<a href='#a&b'>1</a><p id='a&amp;b'><p id='a&b'>", "duplicate-id 1:85 p id a&b |"},
      {"<a href=#x>1</a><table><tr><td id=x></td></tr><p id=x></table>",
       "duplicate-id 1:94 p id x |"},
      {"<img usemap=#m alt=x>", "missing-fragment 1:54 img usemap #m |"},
      {"<img usemap=#m alt=x><map name=m></map><map id=n></map><input usemap='#n'>", ""},
      {"<object usemap=m></object><p usemap=#no>", "missing-fragment 1:57 object usemap m |"},
      {"<template><map name=m></map></template><img usemap=#m alt=x>",
       "missing-fragment 1:93 img usemap #m |"},
      {"<iframe srcdoc='<!doctype html><meta charset=utf-8><map name=m></map><img usemap=#n "
       "alt=x>'></iframe>"
       "<img usemap=#m alt=x>",
       "missing-fragment 1:123 img usemap #n |missing-fragment 1:155 img usemap #m |"},
  };
  const std::string head = "<!doctype html><meta charset=utf-8><body>";
  for (Row const& row : rows) {
    INFO(row.page);
    CHECK(extra_rows_of(head + row.page) == row.found);
    CHECK(extra_rows_of(head + row.page + no_ignore) == row.found);
  }
}

TEST_CASE("second ids and links to them may be ignored") {
  struct Row {
    std::string page;
    std::string found;
  };
  const std::vector<Row> rows{
      {"<p id=x><p id=x data-hrefkit-ignore><a href=#x>1</a>", ""},
      {"<p id=x data-hrefkit-ignore><p id=x><p id=x><a href=#x>1</a>",
       "duplicate-id 1:76 p id x |duplicate-id 1:84 p id x |"},
      {"<p id=x><p id=x><a href=#x data-hrefkit-ignore>1</a>", ""},
      {"<p id=x><p id=x><a href=#x data-hrefkit-ignore>1</a><a href=#x>1</a>",
       "duplicate-id 1:56 p id x |"},
      {"<p id=x><p id=x><!-- hrefkit-ignore --><p><a href=#x>1</a></p><p id=y><p id=y><a href=#y>",
       "duplicate-id 1:118 p id y |"},
      {"<p id=x><p id=x><a href=#%78 data-hrefkit-ignore>1</a><a href=#x>1</a>",
       "duplicate-id 1:56 p id x |"},
      {"<b data-hrefkit-ignore><p id=x></b></p><p id=x><a href=#x>1</a>",
       "duplicate-id 1:87 p id x |"},
      {"<iframe srcdoc='<a href=#x data-hrefkit-ignore>1</a>'></iframe><p id=x><p id=x>", ""},
      {"<p id=x><b data-hrefkit-ignore><body id=x></b><a href=#x>1</a>",
       "duplicate-id 1:82 body id x |"},
      {"<p id=x><!-- hrefkit-ignore-start --><body id=x><!-- hrefkit-ignore-end --><a href=#x>",
       ""},
      {"<a name=x></a><p id=x><a id=x name=x></a><a href=#x data-hrefkit-ignore>1</a><a href=#x>",
       "duplicate-id 1:70 a id x |"},
  };
  const std::string head = "<!doctype html><meta charset=utf-8><body>";
  for (Row const& row : rows) {
    INFO(row.page);
    CHECK(extra_rows_of(head + row.page) == row.found);
  }
  // More than are kept, so that the page is read again.
  std::string many = head + "<a href=#x>1</a><p id=x>";
  for (int i = 0; i < 50; ++i) many += "<p id=x>";
  many += "<p id=x data-hrefkit-ignore>";
  const std::string found = extra_rows_of(many);
  CHECK(std::count(found.begin(), found.end(), '|') == 50);
}

}  // namespace hrefkit::site
