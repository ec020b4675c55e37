#include "hrefkit/site/check/suggestion.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "hrefkit/site/check.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// The findings about a page with links to these, as "rule suggestion|".
std::string findings(std::string const& links) {
  std::string page = "<!doctype html><meta charset=utf-8>";
  for (std::size_t at = 0; at < links.size();) {
    const std::size_t end = std::min(links.find(' ', at), links.size());
    page += "<a href=\"" + links.substr(at, end - at) + "\">x</a>";
    at = end + 1;
  }
  std::ofstream("index.html") << page;
  SiteOptions options;
  options.root = ".";
  const auto tree = Site::read(options);
  REQUIRE(tree);
  std::string found;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    found +=
        std::string(name(finding.rule)) + ' ' + std::string(finding.suggestion.value_or("-")) + '|';
    return true;
  }};
  check(*tree, {}, sink);
  return found;
}

}  // namespace

TEST_CASE("a link of the file system is suggested as it is called") {
  const test::TemporaryFolder folder;
  folder.write("versions/v2/a.html", "");
  folder.write("real.html", "");
  std::filesystem::create_symlink("real.html", "current.html");
  std::filesystem::create_directory_symlink("versions/v2", "latest");
  CHECK(findings("current.html latest/a.html").empty());
  CHECK(findings("Current.html") == "case-mismatch current.html|");
  CHECK(findings("curent.html") == "missing-file current.html|");
  CHECK(findings("Latest/a.html LATEST/A.html") ==
        "case-mismatch latest/a.html|case-mismatch latest/a.html|");
  CHECK(findings("lates/a.html") == "missing-file latest/a.html|");
}

TEST_CASE("what differs in its numbers is another one of its series, or another version") {
  const test::TemporaryFolder folder;
  folder.write("part-13.html",
               "<!doctype html><meta charset=utf-8><p id=l00070><p id=index-2-name><p id=intro>"
               "<p id=set-07>");
  folder.write("chapter-01/index.html", "");
  folder.write("lib-3.6.0.js", "");
  folder.write("clip.mp3", "");
  CHECK(findings("part-14.html prt-13.html part13.html") ==
        "missing-file -|missing-file part-13.html|missing-file part-13.html|");
  CHECK(findings("chapter-1/ chapter-2/ chpter-01/") ==
        "missing-file chapter-01/|missing-file -|missing-file chapter-01/|");
  CHECK(findings("lib-3.7.1.js clip.mp4") == "missing-file -|missing-file -|");
  CHECK(findings("part-13.html#l00670 part-13.html#index-1-name part-13.html#indx-2-name") ==
        "missing-fragment -|missing-fragment -|missing-fragment index-2-name|");
  CHECK(findings("part-13.html#intro2 part-13.html#set-7") ==
        "missing-fragment -|missing-fragment set-07|");
}

TEST_CASE("only what is nearly certain is suggested") {
  const test::TemporaryFolder folder;
  folder.write("git-am.html", "<!doctype html><meta charset=utf-8><p id=method.min><p id=alpha>");
  folder.write("fn.cosf32.html", "");
  folder.write("api-index-full.html", "");
  folder.write("search.d/index.html", "");
  folder.write("de/only-here.html", "");
  folder.write("v1/changes.html", "");
  folder.write("twins/one.html", "");
  folder.write("pears/one.html", "");
  folder.write("configuration.html", "");
  folder.write("test.html", "");
  folder.write("best.html", "");
  folder.write("index.en.html", "");
  CHECK(findings("git-p4.html fn.logf32.html api-index-2-26.html search") ==
        "missing-file -|missing-file -|missing-file -|missing-file -|");
  CHECK(findings("en/only-here.html v2/changes.html v1/changes.html gone/one.html") ==
        "missing-file -|missing-file -|missing-file -|");
  CHECK(findings("cofniguratoin.html gest.html tst.html index.es.html") ==
        "missing-file configuration.html|missing-file -|missing-file -|missing-file -|");
  CHECK(findings("git-am.html#method.join git-am.html#alhpa git-am.html#abc") ==
        "missing-fragment -|missing-fragment alpha|missing-fragment -|");
}

TEST_CASE("a page is suggested for the folder of its name that has no index") {
  const test::TemporaryFolder folder;
  folder.write("guide.html", "");
  folder.write("guide/a.html", "");
  folder.write("other/a.html", "");
  CHECK(findings("guide guide/ other/ other") ==
        "missing-index guide.html|missing-index guide.html|missing-index -|missing-index -|");
}

TEST_CASE("a path through a file leads beside it, or to the file") {
  const test::TemporaryFolder folder;
  folder.write("guide/page.html", "");
  folder.write("guide/img/a.png", "");
  folder.write("other/b.png", "");
  std::filesystem::create_directory_symlink("guide", "alias");
  CHECK(findings("guide/page.html/img/a.png") == "missing-file guide/img/a.png|");
  CHECK(findings("alias/page.html/img/a.png") == "missing-file alias/img/a.png|");
  CHECK(findings("guide/page.html/b.png") == "missing-file other/b.png|");
  CHECK(findings("guide/page.html/x guide/page.html/x/y") ==
        "missing-file guide/page.html|missing-file guide/page.html|");
  CHECK(findings("index.html/x") == "missing-file index.html|");
}

TEST_CASE("a page is suggested for its source, a picture for the same in another format") {
  const test::TemporaryFolder folder;
  folder.write("guide/intro.html", "");
  folder.write("guide/setup/index.html", "");
  folder.write("logo.webp", "");
  folder.write("style.js", "");
  CHECK(findings("guide/intro.md guide/Setup.MDX guide/intro.php") ==
        "missing-file guide/intro.html|missing-file guide/setup/|missing-file guide/intro.html|");
  CHECK(findings("logo.png style.css guide.d/intro logo.md") ==
        "missing-file logo.webp|missing-file -|missing-file -|missing-file -|");
}

TEST_CASE("the index of another folder is no suggestion") {
  const test::TemporaryFolder folder;
  folder.write("a/index.html", "");
  folder.write("a/only.html", "");
  CHECK(findings("b/c/index.html b/c/only.html") == "missing-file -|missing-file a/only.html|");
}

TEST_CASE("a path is no suggestion for itself") {
  const test::TemporaryFolder folder;
  folder.write("x%2Fy.html", "");
  CHECK(findings("x%252Fy.html").empty());
  CHECK(findings("x%2Fy.html") == "missing-file -|");
}

TEST_CASE("a folder is looked up once for all extensions", "[growth]") {
  if (!test::can_measure_cost()) return;
  const test::TemporaryFolder folder;
  std::string deep;
  std::string asked;
  for (int i = 0; i < 300; ++i) {
    deep += "dir/";
    asked += "Dir/";
  }
  folder.write(deep + "page.e99", "");
  std::string page = "<!doctype html><meta charset=utf-8>";
  for (int i = 0; i < 500; ++i) page += "<a href=\"" + asked + std::to_string(i) + "x\">x</a>";
  folder.write("index.html", page + "<a href=\"" + asked + "PAGE\">x</a>");
  SiteOptions options;
  options.root = ".";
  for (int i = 0; i < 100; ++i) options.extensions.push_back("e" + std::to_string(i));
  const auto tree = Site::read(options);
  REQUIRE(tree);
  const test::RunCost cost = test::cost_of([&] {
    std::string last;
    const CheckSink sink{.finding = [&](Finding const& finding) {
      last = finding.suggestion.value_or("-");
      return true;
    }};
    check(*tree, {}, sink);
    if (last != deep + "page.e99") std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.seconds <= test::allowed_seconds(page.size()));
}

}  // namespace hrefkit::site
