// Pages behind symbolic links, at each of their addresses.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

const std::string html = "<!doctype html><meta charset=utf-8>";

/// A site, its links (path and target), and what is found: "file rule raw", one a line.
struct LinkCase {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;
  std::vector<std::pair<std::string, std::string>> links;
  std::vector<std::string> options;
  std::string found;
};

/// The file, rule and reference of the rows of CSV, whose cells have no comma before them.
std::string rows_of(std::string const& csv) {
  std::string found;
  std::size_t at = csv.find('\n') + 1;
  while (at < csv.size()) {
    const std::size_t end = csv.find('\n', at);
    std::vector<std::string> cells;
    for (std::size_t i = 0, begin = at; i < 11; ++i) {
      const std::size_t comma = csv.find(',', begin);
      cells.push_back(csv.substr(begin, comma - begin));
      begin = comma + 1;
    }
    found += cells[2] + " " + cells[0] + " " + cells[10] + "\n";
    at = end + 1;
  }
  return found;
}

void make_site(LinkCase const& c, TemporaryFolder const& folder) {
  for (auto const& [path, text] : c.files) folder.write(path, text);
  for (auto const& [path, target] : c.links) {
    fs::create_directories(fs::path(path).parent_path());
    fs::create_symlink(target, path);
  }
}

CliResult check_with(std::vector<std::string> const& options) {
  std::vector<std::string> args{"check", "s"};
  args.insert(args.end(), options.begin(), options.end());
  return run_cli(args);
}

}  // namespace

TEST_CASE("check: a page behind a symbolic link is a page at each of its addresses") {
  const std::vector<LinkCase> cases{
      {"a link to a page: its references are those of its address",
       {{"s/en/a.html", html + "<a href=g.html#x>g</a>"},
        {"s/en/g.html", html + "<p id=x>"},
        {"s/de/g.html", html}},
       {{"s/de/a.html", "../en/a.html"}},
       {},
       "s/de/a.html missing-fragment g.html#x\n"},
      {"a link to a folder",
       {{"s/v1/a.html", html + "<a href=../top.html>t</a><a href=b.html#y>b</a>"},
        {"s/v1/b.html", html},
        {"s/top.html", html}},
       {{"s/x/latest", "../v1"}},
       {},
       "s/v1/a.html missing-fragment b.html#y\n"
       "s/x/latest/a.html missing-file ../top.html\n"
       "s/x/latest/a.html missing-fragment b.html#y\n"},
      {"links to it are judged by its own ids",
       {{"s/index.html", html + "<a href=docs/a.html#nope>n</a><a href=docs/a.html#x>x</a>"},
        {"s/real/a.html", html + "<p id=x><a href=#x>x</a><a href=#no>n</a>"}},
       {{"s/docs", "real"}},
       {},
       "s/docs/a.html missing-fragment #no\n"
       "s/index.html missing-fragment docs/a.html#nope\n"
       "s/real/a.html missing-fragment #no\n"},
      {"a style sheet and a feed",
       {{"s/a/s.css", "p{background:url(p.png)}"}, {"s/a/p.png", "x"}, {"s/i.html", html}},
       {{"s/b/s.css", "../a/s.css"}},
       {},
       "s/b/s.css missing-file p.png\n"},
      {"a picture is a target",
       {{"s/i.html", html + "<img src=l/p.png alt><img src=q.png alt>"}, {"s/d/p.png", "x"}},
       {{"s/l", "d"}, {"s/q.png", "d/p.png"}},
       {},
       ""},
      {"loops end, and lead where they lead",
       {{"s/d/a.html", html + "<a href=up/d/a.html>x</a><a href=self/self/b.html>x</a>"}},
       {{"s/d/up", ".."}, {"s/d/self", "."}},
       {},
       "s/d/a.html missing-file self/self/b.html\n"},
      {"links from folder to folder: each is entered once on a path",
       {{"s/a/p.html", html + "<a href=gone>x</a>"}, {"s/b/q.html", html}},
       {{"s/a/b", "../b"}, {"s/b/a", "../a"}},
       {},
       "s/a/p.html missing-file gone\ns/b/a/p.html missing-file gone\n"},
      {"a link in a folder behind a link",
       {{"s/a/p.html", html + "<a href=gone>x</a>"}, {"s/i.html", html}},
       {{"s/b/a", "../a"}, {"s/c", "b"}},
       {},
       "s/a/p.html missing-file gone\ns/b/a/p.html missing-file gone\n"
       "s/c/a/p.html missing-file gone\n"},
      {"the name of the link says what it is",
       {{"s/a.txt", html + "<a href=gone>x</a>"}, {"s/b.html", html + "<a href=gone>x</a>"}},
       {{"s/x.html", "a.txt"}, {"s/y.txt", "b.html"}},
       {},
       "s/b.html missing-file gone\ns/x.html missing-file gone\n"},
      {"what is wrong with the document itself is told at the file",
       {{"s/a.html", html + "<a href=#x>x</a><p id=x><p id=x>"},
        {"s/f.atom", "<feed xmlns='http://www.w3.org/2005/Atom'>"}},
       {{"s/b.html", "a.html"}, {"s/g.atom", "f.atom"}},
       {},
       "s/a.html duplicate-id x\ns/f.atom not-well-formed \n"},
      {"an address without a link is no orphan, and a link to one address counts for all",
       {{"s/index.html", html + "<a href=l/a.html>x</a>"},
        {"s/d/a.html", html},
        {"s/d/o.html", html + "<a href=../l/o.html>me</a>"}},
       {{"s/l", "d"}},
       {"--orphans"},
       "s/d/o.html orphan-page \n"},
      {"mounts",
       {{"s/index.html", html}, {"m/a/p.html", html + "<a href=gone>x</a>"}},
       {{"m/b", "a"}},
       {"--mount", "/v=m"},
       "m/a/p.html missing-file gone\nm/b/p.html missing-file gone\n"},
  };
  for (LinkCase const& c : cases) {
    CAPTURE(c.name);
    const TemporaryFolder folder;
    make_site(c, folder);
    std::vector<std::string> options{"-q", "-f", "csv"};
    options.insert(options.end(), c.options.begin(), c.options.end());
    CHECK(rows_of(check_with(options).out) == c.found);
  }
}

TEST_CASE("check: links that lead out of the folder are followed on request, and told else") {
  const TemporaryFolder folder;
  folder.write("out/docs/a.html", html + "<a href=gone.html>x</a><a href=../index.html>i</a>");
  folder.write("out/docs/b.html", html);
  folder.write("out/c.html", html + "<a href=gone.html>x</a>");
  folder.write("s/index.html", html +
                                   "<a href=docs/a.html#no>x</a><a href=docs/b.html>x</a>"
                                   "<a href=c.html>x</a><a href=docs/zz.html>x</a>");
  fs::create_directory_symlink("../out/docs", "s/docs");
  fs::create_symlink("../out/c.html", "s/c.html");
  const CliResult plain = check_with({"-f", "csv"});
  CHECK(rows_of(plain.out) == "s/index.html missing-file docs/zz.html\n");
  CHECK_THAT(plain.err, Catch::Contains("s/docs: warning: leads out of the folder; 2 pages behind "
                                        "it, to which links lead, are not read without "
                                        "--follow-outside\n"));
  CHECK_THAT(plain.err, Catch::Contains("s/c.html: warning: leads out of the folder; 1 page behind "
                                        "it, to which a link leads, is not read without "
                                        "--follow-outside\n"));
  const CliResult followed = check_with({"-f", "csv", "--follow-outside"});
  CHECK(rows_of(followed.out) ==
        "s/c.html missing-file gone.html\n"
        "s/docs/a.html missing-file gone.html\n"
        "s/index.html missing-fragment docs/a.html#no\n"
        "s/index.html missing-file docs/zz.html\n");
  CHECK(followed.err.find("leads out") == std::string::npos);
}

TEST_CASE("check: a link that leads to a folder around the site ends") {
  const TemporaryFolder folder;
  folder.write("w/s/index.html", html + "<a href=up/x.html>x</a><a href=gone>x</a>");
  folder.write("w/x.html", html);
  fs::create_directory_symlink("..", "w/s/up");
  const CliResult result = run_cli({"check", "w/s", "--follow-outside", "-f", "csv"});
  CHECK(rows_of(result.out) == "w/s/index.html missing-file gone\n");
  CHECK_THAT(result.err, Catch::Contains("hrefkit: 2 pages, "));
}

TEST_CASE("check: a symbolic link to nothing is said to be one") {
  const TemporaryFolder folder;
  folder.write("s/index.html",
               html + "<img src=a.png alt><img src=d/b.png alt><img src=l/c.png alt>");
  folder.write("s/e/x.html", html);
  fs::create_symlink("nothing", "s/a.png");
  fs::create_symlink("nothing", "s/d");
  fs::create_symlink("nothing", "s/e/c.png");
  fs::create_symlink("e", "s/l");
  const std::string out = check_with({}).out;
  CHECK_THAT(out, Catch::Contains(
                      "a.png is a symbolic link to nothing, which does not exist [missing-file]"));
  CHECK_THAT(out,
             Catch::Contains(
                 "d/b.png does not exist: d is a symbolic link to nothing, which does not exist"));
  CHECK_THAT(out, Catch::Contains("l/c.png is a symbolic link to nothing, which does not exist"));
}

TEST_CASE("check: links give pages a bounded number of addresses") {
  const TemporaryFolder folder;
  constexpr int count = 12;
  for (int i = 0; i < count; ++i) {
    const std::string name = "s/d" + std::to_string(i);
    folder.write(name + "/p.html", html);
    for (int k = 0; k < count; ++k) {
      if (k != i) {
        fs::create_directory_symlink("../d" + std::to_string(k), name + "/l" + std::to_string(k));
      }
    }
  }
  const CliResult result = check_with({});
  CHECK_THAT(result.err, Catch::Contains("is read at 16 addresses already"));
  CHECK_THAT(result.err, Catch::Contains("hrefkit: 192 pages, "));
  CHECK(result.exit_code == 0);
}

}  // namespace hrefkit::test
