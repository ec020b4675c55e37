// The proof of a move: two folders and a plan.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

CliResult compared(Args args) {
  args.insert(args.begin(), "compare");
  args.insert(args.end(), {"old", "new"});
  return run_cli(args);
}

}  // namespace

TEST_CASE("compare finds nothing where each link leads where it led") {
  const TemporaryFolder folder;
  folder.write("old/a/p.html", "<a href=/x.html><img src=i.png><a href='#f'>");
  folder.write("new/a/p.html", "<a href=../x.html><p><img src=/a/i.png><a href='p.html#f'>");
  const CliResult result = compared({});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK(result.err == "hrefkit: 3 links on 1 page compared\n");
}

TEST_CASE("compare tells what is lost, added or elsewhere, and shifts nobody") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "<a href=1><a href=2><a href=3>\n<img src=i>");
  folder.write("new/p.html", "<a href=0><a href=1><a href=2><a href=4>\n");
  folder.write("old/gone.html", "");
  folder.write("new/more.html", "");
  const CliResult result = compared({"--format", "jsonl"});
  CHECK(result.exit_code == 1);
  const auto has = [&](std::string const& row) { CHECK_THAT(result.out, Catch::Contains(row)); };
  has("{\"change\":\"page-lost\",\"file\":\"old/"
      "gone.html\",\"line\":1,\"column\":1,\"element\":\"\","
      "\"attribute\":\"\",\"before\":\"https://site.invalid/"
      "gone.html\",\"after\":null,\"expected\":"
      "\"https://site.invalid/gone.html\"}\n");
  has("{\"change\":\"added\",\"file\":\"new/p.html\",\"line\":1,\"column\":9,\"element\":\"a\","
      "\"attribute\":\"href\",\"before\":null,\"after\":\"https://site.invalid/"
      "0\",\"expected\":null}");
  has("{\"change\":\"elsewhere\",\"file\":\"new/"
      "p.html\",\"line\":1,\"column\":39,\"element\":\"a\","
      "\"attribute\":\"href\",\"before\":\"https://site.invalid/3\",\"after\":\"https://"
      "site.invalid/"
      "4\",\"expected\":\"https://site.invalid/3\"}");
  has("{\"change\":\"lost\",\"file\":\"old/p.html\",\"line\":2,\"column\":10,\"element\":\"img\"");
  has("{\"change\":\"page-added\",\"file\":\"new/more.html\"");
}

TEST_CASE("compare proves what rewrite writes, by the same plan") {
  const TemporaryFolder folder;
  folder.write("old/docs/p.html",
               "<link rel=canonical href=/docs/p.html><a href=q.html><a href=/docs/q.html#f>"
               "<a href=/other><a href=''>");
  folder.write("old/docs/q.html", "<a href=p.html>");
  folder.write("old/other.html", "<a href=https://h.example/docs/p.html>");
  const Args plan{"--site-url", "https://h.example/", "--rebase",
                  "https://h.example/docs/=https://n.example/d/"};
  Args rewrite{"rewrite", "-q", "-o", "new", "old"};
  rewrite.insert(rewrite.end(), plan.begin(), plan.end());
  REQUIRE(run_cli(rewrite).exit_code == 0);
  CHECK(compared(plan).exit_code == 0);
  // A folder whose pages are where the plan puts them.
  folder.write("new/docs/q.html", "<a href=elsewhere.html>");
  const CliResult result = compared(plan);
  CHECK(result.exit_code == 1);
  CHECK(result.out ==
        "new/docs/q.html:1:9: elsewhere: a[href] https://h.example/docs/p.html -> "
        "https://n.example/d/elsewhere.html, expected https://n.example/d/p.html\n");
}

TEST_CASE("compare proves a mirror that was made to open from files") {
  const TemporaryFolder folder;
  folder.write("old/h.example/index.html", "<a href='/?p=1'><a href=/none>");
  folder.write("old/h.example/index.html?p=1", "<a href=/>");
  folder.write("old/h.example/based.html",
               "<img src=i.png><base href=/a/><img src=i.png><a href='#f'>");
  folder.write("old/h.example/i.png", "");
  REQUIRE(run_cli({"rewrite", "-q", "--local", "old", "-o", "new", "old"}).exit_code == 0);
  CHECK(compared({"--local", "old"}).exit_code == 0);
}

TEST_CASE("compare takes local references along with their page") {
  const TemporaryFolder folder;
  const std::string page = "<svg><use href='#a'/></svg><p style='fill:url(#b)'>";
  folder.write("old/docs/p.html", page);
  folder.write("new/docs/p.html", page);
  CHECK(compared({"-q", "--site-url", "https://h.example/", "--rebase", "/docs/=/d/"}) ==
        CliResult{0, "", ""});
}

TEST_CASE("compare wants two sites") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "");
  CHECK(run_cli({"compare", "old"}).exit_code == 2);
  const CliResult missing = run_cli({"compare", "old", "none"});
  CHECK(missing.exit_code == 2);
  CHECK_THAT(missing.err, Catch::Contains("'none' does not exist; give a folder, or a file"));
  CHECK(run_cli({"compare", "-", "-"}).exit_code == 2);
}
