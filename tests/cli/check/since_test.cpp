// check --since: only what a change broke.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

/// The findings as rows of CSV: rule, file, raw, suggestion.
std::string broken_since(Args args = {}) {
  args.insert(args.begin(), {"check", "-q", "--format", "csv", "--since", "old"});
  args.push_back("new");
  const CliResult result = run_cli(args);
  std::string rows;
  std::size_t at = result.out.find('\n') + 1;
  while (at < result.out.size()) {
    const std::size_t end = result.out.find('\n', at);
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = at; i < end; ++i) {
      const char c = result.out[i];
      if (c == '"') {
        is_quoted = !is_quoted;
      } else if (c == ',' && !is_quoted) {
        fields.emplace_back();
      } else if (c != '\r') {
        fields.back() += c;
      }
    }
    // rule, severity, file, line, column, offset, length, element, attribute, index, raw
    rows += fields[0] + " " + fields[2] + " " + fields[10] + "\n";
    at = end + 1;
  }
  return rows;
}

std::string long_text(std::string const& topic) {
  std::string text = "<p>";
  for (int i = 0; i < 20; ++i) text += topic + " has the number " + std::to_string(i * i) + ". ";
  return text;
}

}  // namespace

TEST_CASE("what was broken before is not reported, wherever it stands now") {
  const TemporaryFolder folder;
  folder.write("old/p.html", "<a href=gone.html>g</a><img src=none.png>");
  folder.write("new/p.html", "<h1>New</h1>\n\n<p><img src=none.png>\n<a href=gone.html>g</a>");
  CHECK(broken_since().empty());
  CHECK(run_cli({"check", "--since", "old", "new"}).exit_code == 0);
  // Once more is new, and so is another element.
  folder.write("new/p.html", "<a href=gone.html>g</a><a href=gone.html>g</a><img src=none.png>");
  CHECK(broken_since() == "missing-file new/p.html gone.html\n");
  folder.write("new/p.html", "<a href=gone.html>g</a><iframe src=none.png></iframe>");
  CHECK(broken_since() == "missing-file new/p.html none.png\n");
}

TEST_CASE("a page that is removed breaks links of pages that did not change") {
  const TemporaryFolder folder;
  folder.write("old/a.html", long_text("apples"));
  folder.write("old/far/away.html", "<a href=../a.html>a</a>");
  folder.write("new/far/away.html", "<a href=../a.html>a</a>");
  folder.write("new/index.html", "");
  CHECK(broken_since() ==
        "missing-file new/far/away.html ../a.html\nremoved-url old/a.html /a.html\n");
  const CliResult result = run_cli({"check", "--since", "old", "new"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, Catch::Contains("2 errors"));
  // A redirect keeps both.
  folder.write("new/_redirects", "/a.html /far/away.html 301\n");
  CHECK(broken_since().empty());
}

TEST_CASE("an id that is gone is reported if a link led to it") {
  const TemporaryFolder folder;
  folder.write("old/a.html", "<h2 id=used>u</h2><h2 id=unused>n</h2>");
  folder.write("old/k.html", "<a href=a.html#used>a</a><a href=a.html#none>n</a>");
  folder.write("new/a.html", "<h2 id=other>u</h2>");
  folder.write("new/k.html", "<p>No link");
  CHECK(broken_since() == "id-lost new/a.html #used\n");
  const CliResult result = run_cli({"check", "--since", "old", "new"});
  CHECK(result.exit_code == 0);  // a warning
  CHECK_THAT(result.out, Catch::Contains("has no element with the id 'used' any more"));
}

TEST_CASE("the findings of a page that moved are known") {
  const TemporaryFolder folder;
  folder.write("old/a.html", long_text("apples") + "<a href=none.html>n</a>");
  folder.write("new/sub/b.html", long_text("apples") + "<a href=../none.html>n</a>");
  CHECK(broken_since() == "removed-url old/a.html /a.html\n");
  folder.write("new/_redirects", "/a.html /sub/b.html 301\n");
  CHECK(broken_since().empty());
}

TEST_CASE("pages, feeds and what links led to must be kept, not what pages load") {
  const TemporaryFolder folder;
  folder.write("old/index.html",
               "<script src=app.1a2b.js></script><link rel=stylesheet href=s.css>"
               "<a href=paper.pdf>p</a><img src=i.png>");
  folder.write("old/app.1a2b.js", "");
  folder.write("old/s.css", "");
  folder.write("old/paper.pdf", "");
  folder.write("old/i.png", "");
  folder.write("old/unlinked.pdf", "");
  folder.write("old/feed.xml", "<rss version='2.0'><channel><link>/</link></channel></rss>");
  folder.write("old/404.html", "");
  folder.write("old/sub/index.html", "");
  folder.write("new/index.html", "");
  CHECK(broken_since() ==
        "removed-url old/feed.xml /feed.xml\nremoved-url old/paper.pdf /paper.pdf\n"
        "removed-url old/sub/index.html /sub/\n");
  CHECK(broken_since({"--exclude-url", "pdf$"}) ==
        "removed-url old/feed.xml /feed.xml\nremoved-url old/sub/index.html /sub/\n");
}

TEST_CASE("--keep-urls takes a folder") {
  const TemporaryFolder folder;
  folder.write("old/a.html", "<a href=none.html>n</a>");
  folder.write("new/b.html", "<a href=none.html>n</a>");
  const CliResult result = run_cli({"check", "--keep-urls", "old", "new"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.out, Catch::Contains("removed-url") && Catch::Contains("missing-file"));
}

TEST_CASE("a folder of --since that is not there is an error") {
  const TemporaryFolder folder;
  folder.write("new/b.html", "");
  const CliResult result = run_cli({"check", "--since", "none", "new"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("--since: ") && Catch::Contains("none"));
}
