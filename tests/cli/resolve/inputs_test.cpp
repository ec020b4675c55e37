#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

TEST_CASE("inputs are processed in the order given, folders sorted", "[resolve][inputs]") {
  const TemporaryFolder folder;
  for (char const* name : {"site/b.html", "site/a.htm", "site/sub/c.HTML", "z.html", "odd.txt"}) {
    folder.write(name, "<a href='http://b.example/'/>");
  }
  const std::string row = ":1:10: a[href] http://b.example/ -> http://b.example/\n";
  CHECK(run_cli({"resolve", "z.html", "site", "-", "odd.txt", "z.html"},
                {.in = "<a href='http://b.example/'>"}) ==
        CliResult{0,
                  "z.html" + row + "site/a.htm" + row + "site/b.html" + row + "site/sub/c.HTML" +
                      row + "-" + row + "odd.txt" + row + "z.html" + row,
                  ""});
}

TEST_CASE("--files-from adds the lines of a file, or of standard input", "[resolve][inputs]") {
  const TemporaryFolder folder;
  for (char const* name : {"a.html", " spaced .html", "s/b.html", "c.html"}) {
    folder.write(name, "<a href='http://b.example/'>");
  }
  const std::string list = "s\r\n\n spaced .html\nc.html";
  folder.write("list", list);
  const std::string row = ":1:10: a[href] http://b.example/ -> http://b.example/\n";
  const CliResult expected{
      0, "a.html" + row + "s/b.html" + row + " spaced .html" + row + "c.html" + row, ""};
  CHECK(run_cli({"resolve", "a.html", "--files-from", "list"}) == expected);
  CHECK(run_cli({"resolve", "a.html", "--files-from", "-"}, {.in = list}) == expected);
}

TEST_CASE("a name that begins with a dash stands after --", "[resolve][inputs]") {
  const TemporaryFolder folder;
  folder.write("-a.html", "<a href='http://b.example/'>");
  folder.write("resolve/a.html", "<a href='http://b.example/'>");
  CHECK(run_cli({"resolve", "--", "-a.html"}).exit_code == 0);
  CHECK(run_cli({"resolve", "./-a.html"}).exit_code == 0);
  CHECK(run_cli({"resolve", "resolve"}).exit_code == 0);  // a folder, though named like a command
}

/// Pages of very different length, some unreadable, with links of many shapes.
void write_site(TemporaryFolder const& folder) {
  for (int i = 0; i < 120; ++i) {
    std::string page = "<!doctype html><base href='d" + std::to_string(i % 7) + "/'>";
    const int links = i % 11 == 0 ? 500 : i % 5;
    for (int k = 0; k < links; ++k) {
      const std::string n = std::to_string(k);
      page += "<a href='../p" + n + ".html?q=\xC3\xBC#f'>x</a>\n<img srcset='i" + n + ".png 2x'>";
      if (k % 17 == 0) page += "<a href='http://[" + n + "'>";
    }
    folder.write("site/" + std::to_string(i % 9) + "/" + std::to_string(i) + ".html", page);
  }
  std::filesystem::create_symlink("nowhere", "site/3/dangling.html");
  std::filesystem::create_directory_symlink("..", "site/4/loop");
}

TEST_CASE("the output does not depend on -j", "[resolve][inputs]") {
  const TemporaryFolder folder;
  write_site(folder);
  for (char const* format : {"text", "json", "jsonl", "csv"}) {
    for (char const* unique : {"", "--unique"}) {
      CAPTURE(format, unique);
      std::vector<std::string> args{"resolve", "--format", format, "site", "-j", "1"};
      if (*unique != 0) args.insert(args.begin() + 1, unique);
      const CliResult one = run_cli(args);
      CHECK(one.exit_code == 2);
      CHECK(one.out.size() > 50'000);
      for (char const* jobs : {"2", "5"}) {
        args.back() = jobs;
        const CliResult several = run_cli(args);
        CHECK(several.exit_code == one.exit_code);
        CHECK((several.out == one.out));  // without the text: it is long
        CHECK(std::is_permutation(several.err.begin(), several.err.end(), one.err.begin(),
                                  one.err.end()));
      }
    }
  }
}

TEST_CASE("-j takes a count from 1 on", "[resolve][inputs]") {
  const TemporaryFolder folder;
  folder.write("a.html", "");
  for (char const* jobs : {"1", "2", "64"}) {
    CHECK(run_cli({"resolve", "-j", jobs, "a.html"}) == CliResult{0, "", ""});
  }
  for (char const* jobs : {"0", "-1", "x", "1.5", "", "1025", "99999999999999999999"}) {
    CAPTURE(jobs);
    const CliResult result = run_cli({"resolve", std::string("--jobs=") + jobs, "a.html"});
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("hrefkit: error: --jobs"));
  }
}

}  // namespace

}  // namespace hrefkit::test
