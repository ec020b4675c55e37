// The proof of a move by rows that `resolve` has written.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Words = std::vector<std::string>;

/// Writes the rows of `folder` to `FOLDER.jsonl`.
std::string write_rows(TemporaryFolder const& folder, std::string const& of, Words options = {}) {
  options.insert(options.begin(), {"resolve", "-q", "--format", "jsonl", of});
  const CliResult result = run_cli(options);
  REQUIRE(result.exit_code == 0);
  folder.write(of + ".jsonl", result.out);
  return result.out;
}

CliResult compare(Words options) {
  options.insert(options.begin(), {"compare", "-q", "--format", "jsonl"});
  return run_cli(options);
}

}  // namespace

TEST_CASE("compare reads files of rows, folders, and one of each") {
  const TemporaryFolder folder;
  folder.write("old/a/p.html",
               "<base href=/b/><a href=x><img srcset='i 1x, j 2x'><a href='http://['>"
               "<svg><use href='#k'/></svg><iframe srcdoc='<a href=y>'></iframe>");
  folder.write("old/q ü.html", "<a href='a/p.html'>");
  folder.write("new/a/p.html",
               "<a href=/b/x><img srcset='/b/i 1x, /b/j 2x'><a href='http://['>"
               "<svg><use href='#k'/></svg><iframe srcdoc='<a href=/b/y>'></iframe>");
  folder.write("new/q ü.html", "<a href='https://h.example/a/p.html'>");
  const Words at{"--site-url", "https://h.example/"};
  write_rows(folder, "old", at);
  write_rows(folder, "new", at);
  for (Words const& sites : {Words{"old.jsonl", "new.jsonl"}, Words{"old.jsonl", "new"},
                             Words{"old", "new.jsonl"}, Words{"old", "new"}}) {
    INFO(sites[0] + " " + sites[1]);
    Words options = at;
    options.insert(options.end(), sites.begin(), sites.end());
    const CliResult result = compare(options);
    CHECK(result == CliResult{0, "", ""});
  }
  // The rows tell their address.
  CHECK(compare({"old.jsonl", "new.jsonl"}) == CliResult{0, "", ""});
  CHECK(run_cli({"compare", "-", "new.jsonl"}, {.in = folder.read("old.jsonl")}) ==
        CliResult{0, "", "hrefkit: 7 links on 2 pages compared\n"});
  const CliResult wrong = compare({"--site-url", "https://x.example/", "old.jsonl", "new.jsonl"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::Contains("which is not below https://x.example/"));
}

TEST_CASE("compare tells of rows what it tells of pages") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "<a href=1><a href=2><a href=3>\n<img src=i>");
  folder.write("new/p.html", "<a href=0><a href=1><a href=2><a href=4>\n");
  folder.write("old/gone.html", "<a href=1>");
  folder.write("new/more.html", "<a href=1>");
  const Words at{"--site-url", "https://h.example/"};
  write_rows(folder, "old", at);
  write_rows(folder, "new", at);
  Words folders = at;
  folders.insert(folders.end(), {"old", "new"});
  const CliResult pages = compare(folders);
  const CliResult rows = compare({"old.jsonl", "new.jsonl"});
  CHECK(rows.exit_code == 1);
  CHECK(rows.out == pages.out);
  CHECK_THAT(rows.out, Catch::Contains("page-lost") && Catch::Contains("page-added") &&
                           Catch::Contains("elsewhere") && Catch::Contains("added") &&
                           Catch::Contains("\"lost\""));
}

TEST_CASE("compare says nothing of pages without links where one side is rows") {
  const TemporaryFolder folder;
  for (std::string const site : {"old", "new"}) {
    folder.write(site + "/p.html", "<a href=1>");
    folder.write(site + "/none.html", "<p>");
    folder.write(site + "/picture.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>");
    write_rows(folder, site);
  }
  CHECK(compare({"old.jsonl", "new"}) == CliResult{0, "", ""});
  CHECK(compare({"old", "new.jsonl"}) == CliResult{0, "", ""});
  folder.write("new/more.html", "<a href=1>");
  folder.write("old/gone.html", "<a href=1>");
  const CliResult more = compare({"old.jsonl", "new"});
  CHECK(more.exit_code == 1);
  CHECK_THAT(more.out, Catch::Contains("page-added") && Catch::Contains("new/more.html"));
  const CliResult gone = compare({"old", "new.jsonl"});
  CHECK(gone.exit_code == 1);
  CHECK_THAT(gone.out, Catch::Contains("page-lost") && Catch::Contains("old/gone.html"));
}

TEST_CASE("compare proves a move by rows") {
  const TemporaryFolder folder;
  folder.write("old/docs/p.html",
               "<link rel=canonical href=/docs/p.html><a href=q.html><a href=/docs/q.html#f>"
               "<a href=/other><a href=''>");
  folder.write("old/docs/q.html", "<a href=p.html><svg><use href='#k'/></svg>");
  folder.write("old/other.html", "<a href=https://h.example/docs/p.html>");
  const Words plan{"--site-url", "https://h.example/", "--rebase",
                   "https://h.example/docs/=https://n.example/d/"};
  Words rewrite{"rewrite", "-q", "-o", "new", "old"};
  rewrite.insert(rewrite.end(), plan.begin(), plan.end());
  REQUIRE(run_cli(rewrite).exit_code == 0);
  write_rows(folder, "old", {"--site-url", "https://h.example/"});
  write_rows(folder, "new", {"--site-url", "https://h.example/"});
  Words options = plan;
  options.insert(options.end(), {"old.jsonl", "new.jsonl"});
  CHECK(compare(options) == CliResult{0, "", ""});
  // Without the plan, each of its links leads elsewhere.
  CHECK(compare({"old.jsonl", "new.jsonl"}).exit_code == 1);
}

TEST_CASE("compare takes rows at another address for a move, and says so") {
  const TemporaryFolder folder;
  const std::string page = "<a href=q.html><a href=/x/><a href=https://other.example/>";
  folder.write("old/p.html", page);
  folder.write("old/a/q.html", "<a href=../p.html>");
  folder.write("new/p.html", page);
  folder.write("new/a/q.html", "<a href=../p.html>");
  write_rows(folder, "old", {"--site-url", "https://h.example/"});
  write_rows(folder, "new", {"--site-url", "https://n.example/m/"});
  const CliResult moved = compare({"old.jsonl", "new.jsonl"});
  CHECK(moved.exit_code == 1);  // "/x/" is not below "/m/"
  CHECK_THAT(run_cli({"compare", "old.jsonl", "new.jsonl"}).err,
             Catch::Contains("https://n.example/m/") && Catch::Contains("compared as a move"));
  CHECK_THAT(moved.out, Catch::Contains("\"expected\":\"https://n.example/m/x/\""));
  CHECK(run_cli({"compare", "--new-site-url", "https://n.example/m/", "old.jsonl", "new.jsonl"})
            .err.find("taken for") == std::string::npos);
  // Without an address rows have those of their files.
  write_rows(folder, "old");
  write_rows(folder, "new");
  CHECK(compare({"old.jsonl", "new.jsonl"}).exit_code == 0);
}

TEST_CASE("compare proves by rows that a mirror opens from files") {
  const TemporaryFolder folder;
  folder.write("old/h.example/index.html",
               "<a href='/?p=1'><a href=/none><a href=//o.example/a/><a href=https://x.example/>");
  folder.write("old/h.example/index.html?p=1",
               "<base href=/a/><a href=b><a href=/><iframe srcdoc='<a href=b>'></iframe>");
  folder.write("old/h.example/a/b.html", "<a href=..>");
  folder.write("old/h.example/l.html",
               "<img src=i.png><base href=/a/><img src=i.png><a href='#f'>");
  folder.write("old/h.example/i.png", "");
  folder.write("old/o.example/a/index.html", "<a href=https://h.example/a/b.html#f>");
  write_rows(folder, "old");
  for (Words const& way : {Words{"-o", "new"}, Words{"--in-place"}}) {
    Words rewrite{"rewrite", "-q", "--local", "old", "old"};
    rewrite.insert(rewrite.end(), way.begin(), way.end());
    REQUIRE(run_cli(rewrite).exit_code == 0);
    const std::string made = way.size() == 2 ? "new" : "old";
    INFO(made);
    CHECK(compare({"--local", "old", "old.jsonl", made}) == CliResult{0, "", ""});
    if (made == "old") continue;
    write_rows(folder, "new");
    CHECK(compare({"--local", "old", "old.jsonl", "new.jsonl"}) == CliResult{0, "", ""});
    CHECK(compare({"--local", "old", "old", "new.jsonl"}) == CliResult{0, "", ""});
    folder.write("new/h.example/a/b.html", "<a href=../index.html?x>");
    CHECK(compare({"--local", "old", "old.jsonl", "new"}).exit_code == 1);
  }
}

TEST_CASE("compare finds the pages of a mirror of one host by rows") {
  const TemporaryFolder folder;
  folder.write("old/h.example/d/p", "<html><a href=/d/q.html>");
  folder.write("old/h.example/d/q.html", "<a href=p>");
  write_rows(folder, "old", {"--ext", "=html"});
  REQUIRE(run_cli({"rewrite", "-q", "--local", "old", "-o", "new", "old/h.example"}).exit_code ==
          0);
  CHECK(compare({"--local", "old", "old.jsonl", "new"}) == CliResult{0, "", ""});
  write_rows(folder, "new");
  CHECK(compare({"--local", "old", "old.jsonl", "new.jsonl"}) == CliResult{0, "", ""});
  // A page that the mirror has no more is told.
  std::filesystem::remove("old/h.example/d/q.html");
  const CliResult gone = compare({"--local", "old", "old.jsonl", "new"});
  CHECK(gone.exit_code == 2);
  CHECK_THAT(gone.err, Catch::Contains("old/h.example/d/q.html: error: is not in the folder of"));
}

TEST_CASE("compare tells which line is no row") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "<a href=1>");
  const std::string row = write_rows(folder, "old", {"--site-url", "https://h.example/"});
  struct Case {
    std::string line;
    std::string why;
  };
  for (Case const& each : std::vector<Case>{
           {"{\"file\":", "is not a JSON object"},
           {"[1]", "is not a JSON object"},
           {"change,file", "is not a JSON object"},
           {"{} {}", "is not a JSON object"},
           {"{}", "has no \"file\""},
           {"{\"file\":1}", "\"file\" is not a string"},
           {"{\"file\":\"p\",\"line\":-1}", "\"line\" is not a number"},
           {"{\"file\":\"p\",\"line\":1e400}", "\"line\" is not a number"},
           {"{\"file\":\"p\",\"element\":\"a\",\"attribute\":\"\",\"raw\":\"\",\"kind\":\"k\"}",
            "has the unknown \"kind\" 'k'"},
           {"{\"file\":\"p\",\"element\":\"a\",\"attribute\":\"\",\"raw\":\"\",\"kind\":\"base\"}",
            "has no \"url\""},
       }) {
    INFO(each.line);
    folder.write("bad.jsonl", row + "\n\r\n" + each.line + "\n" + row);
    const CliResult result = compare({"bad.jsonl", "old.jsonl"});
    CHECK(result.exit_code == 2);
    CHECK(result.err == "hrefkit: bad.jsonl:4: error: " + each.why +
                            ": it is not a row of 'resolve --format jsonl'\n");
  }
  // Many of them are counted.
  std::string many = row;
  for (int i = 0; i < 25; ++i) many += "x\n";
  folder.write("bad.jsonl", many);
  const CliResult result = compare({"bad.jsonl", "old.jsonl"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("bad.jsonl:11: error") &&
                             Catch::Contains("bad.jsonl: error: 15 more lines are not rows"));
  // What holds no row is no site.
  for (std::string const text : {"", "\n", "<a href=x>"}) {
    folder.write("none.jsonl", text);
    const CliResult empty = compare({"none.jsonl", "old.jsonl"});
    CHECK(empty.exit_code == 2);
    CHECK_THAT(empty.err, Catch::Contains("'none.jsonl' holds no row of a link"));
  }
  // Nothing that is read is replaced.
  CHECK(compare({"-o", "old.jsonl", "old.jsonl", "old"}).exit_code == 2);
  CHECK(folder.read("old.jsonl") == row);
}
