// Pages that moved without a plan, ids that are gone, and what is kept.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

CliResult compare_moves(Args args) {
  args.insert(args.begin(), "compare");
  args.insert(args.end(), {"old", "new"});
  return run_cli(args);
}

/// Text that no other page has.
std::string prose(std::string const& topic) {
  std::string text = "<p>";
  for (int i = 0; i < 20; ++i) text += topic + " has the number " + std::to_string(i * i) + ". ";
  return text;
}

}  // namespace

TEST_CASE("compare finds a page that moved, and compares links with where it went") {
  const TemporaryFolder folder;
  folder.write("old/a.html", prose("apples") + "<a href=k.html>k</a>");
  folder.write("old/k.html", "<a href=a.html>a</a><a href='a.html#x'>x</a>");
  folder.write("new/sub/b.html", prose("apples") + "<a href=../k.html>k</a>");
  folder.write("new/k.html", "<a href=sub/b.html>a</a><a href='/sub/b.html#x'>x</a>");
  const CliResult result = compare_moves({});
  CHECK(result.exit_code == 1);  // nothing leads from the old address
  CHECK(result.out == "old/a.html:1:1: moved: /a.html -> /sub/b.html (by bytes)\n");
  CHECK(result.err == "hrefkit: 3 links on 2 pages compared; 1 moved\n");
  const CliResult rows = compare_moves({"--format", "jsonl"});
  CHECK(rows.out ==
        "{\"change\":\"moved\",\"file\":\"old/a.html\",\"line\":1,\"column\":1,\"element\":\"\","
        "\"attribute\":\"\",\"before\":\"https://site.invalid/a.html\",\"after\":"
        "\"https://site.invalid/sub/b.html\",\"expected\":null,\"by\":\"bytes\"}\n");
  CHECK(
      compare_moves({"--format", "csv"})
          .out.starts_with("change,file,line,column,element,attribute,before,after,expected,by\n"));
  // A redirect of the new site leads there: the page has not been lost, and links may use it.
  folder.write("new/_redirects", "/a.html /sub/b.html 301\n");
  folder.write("new/k.html", "<a href=a.html>a</a><a href='/sub/b.html#x'>x</a>");
  const CliResult led = compare_moves({});
  CHECK(led.exit_code == 0);
  CHECK(led.out == "old/a.html:1:1: moved: /a.html -> /sub/b.html (by plan)\n");
}

TEST_CASE("a link that leads elsewhere than its page went is one") {
  const TemporaryFolder folder;
  folder.write("old/a.html", prose("apples"));
  folder.write("old/k.html", "<a href=a.html>a</a>");
  folder.write("new/b.html", prose("apples"));
  folder.write("new/k.html", "<a href=a.html>a</a>");
  const CliResult result = compare_moves({});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::Contains("new/k.html:1:9: elsewhere: a[href] /a.html -> /a.html"));
}

TEST_CASE("index pages are found by the addresses of their folders") {
  const TemporaryFolder folder;
  folder.write("old/a/index.html", prose("apples"));
  folder.write("old/k.html", "<a href=a/>a</a><a href='a/index.html#x'>a</a><a href=a>a</a>");
  folder.write("new/b/index.html", prose("apples"));
  folder.write("new/k.html", "<a href=b/>a</a><a href='b/#x'>a</a><a href=/b/index.html>a</a>");
  CHECK(compare_moves({}).out ==
        "old/a/index.html:1:1: moved: /a/index.html -> /b/index.html (by bytes)\n");
}

TEST_CASE("a page that names its old address is that page") {
  const TemporaryFolder folder;
  const std::string own = "https://h.example/docs/";
  folder.write("old/a.html", "<link rel=canonical href=" + own + "a.html>" + prose("apples"));
  folder.write("new/b.html", "<link rel=canonical href=" + own + "a.html>" + prose("pears"));
  // The address is known from the option, or from what the pages of OLD name.
  for (Args const& options : {Args{}, Args{"--site-url", own}}) {
    const CliResult result = compare_moves(options);
    CHECK_THAT(result.out, Catch::Contains("(by canonical)\n"));
    CHECK_THAT(result.out, !Catch::Contains("page-lost"));
  }
}

TEST_CASE("a page with other text is lost") {
  const TemporaryFolder folder;
  folder.write("old/a.html", prose("apples"));
  folder.write("new/b.html", prose("pears"));
  const CliResult result = compare_moves({});
  CHECK_THAT(result.out, Catch::Contains("old/a.html:1:1: page-lost: "));
  CHECK_THAT(result.out, Catch::Contains("new/b.html:1:1: page-added: "));
}

TEST_CASE("two old pages are never one new page by their bytes") {
  const TemporaryFolder folder;
  folder.write("old/a.html", prose("apples"));
  folder.write("old/b.html", prose("apples"));
  folder.write("new/c.html", prose("apples"));
  const CliResult result = compare_moves({});
  CHECK_THAT(result.out, !Catch::Contains("moved"));
  CHECK_THAT(result.err, Catch::Contains("1 page-added; 2 page-lost"));
}

TEST_CASE("an id to which a page linked and that is gone is lost") {
  const TemporaryFolder folder;
  folder.write("old/a.html",
               "\n <h2 id=used>u</h2><h2 id=unused>n</h2><a name='z z'>z</a>" + prose("apples"));
  folder.write("old/k.html",
               "<a href='a.html#used'>a</a><a href='a.html#none'>n</a>"
               "<a href='a.html#z%20z'>z</a>");
  folder.write("new/a.html", prose("pears"));
  folder.write("new/k.html",
               "<a href='a.html#used'>a</a><a href='a.html#none'>n</a>"
               "<a href='a.html#z%20z'>z</a>");
  const CliResult result = compare_moves({});
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "old/a.html:2:9: id-lost: /a.html#used\n"
        "old/a.html:2:49: id-lost: /a.html#z%20z\n");
}

TEST_CASE("what is kept at the old address has a line of its own, and is an error for none") {
  const TemporaryFolder folder;
  const std::string page = "<link rel=canonical href=https://o.example/x.html><a href=/q.html>";
  folder.write("old/p.html", page);
  folder.write("new/p.html", page);
  const Args plan{"--site-url", "https://o.example/",
                  "--rebase",   "https://o.example/=https://n.example/",
                  "--keep",     "canonical"};
  const CliResult result = compare_moves(plan);
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::Contains("hrefkit: 1 kept at the old address\n"));
  Args none = plan;
  none.back() = "none";
  CHECK(compare_moves(none).exit_code == 1);
}

TEST_CASE("pages that --map moves are rows by plan") {
  const TemporaryFolder folder;
  folder.write("old/a.html", "<a href=b.html>b</a>");
  folder.write("old/b.html", "<a href=a.html#x>a</a>");
  folder.write("map", "https://h.example/a.html\thttps://h.example/c/d.html\n");
  const Args plan{"--site-url", "https://h.example/", "--map", "map"};
  Args rewrite{"rewrite", "-q", "-o", "new", "old"};
  rewrite.insert(rewrite.end(), plan.begin(), plan.end());
  REQUIRE(run_cli(rewrite).exit_code == 0);
  const CliResult result = compare_moves(plan);
  CHECK(result.exit_code == 0);
  CHECK(result.out ==
        "old/a.html:1:1: moved: https://h.example/a.html -> "
        "https://h.example/c/d.html (by plan)\n");
}
