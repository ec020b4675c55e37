// Covers: src/cli/check/baseline.cpp src/cli/check/settings.cpp src/cli/check/summary.cpp
// Covers: src/cli/check/url_patterns.cpp src/cli/check/report.cpp
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// The number of lines.
std::size_t lines(std::string const& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

void write_site(TemporaryFolder const& folder) {
  folder.write("site/index.html", "<meta charset=utf-8><a href=gone.html>x</a>\n<img src=''>\n");
  folder.write("site/page.html", "<meta charset=utf-8><a href=index.html>x</a>");
}

}  // namespace

TEST_CASE("check: a clean site says nothing and exits with 0") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<a href=index.html>x</a>");
  const CliResult result = run_cli({"check", "site"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK(result.err ==
        "hrefkit: 1 page, 1 link: 1 fine, 0 with findings, 0 to other sites\n"
        "hrefkit: 0 errors, 0 warnings\n");
  CHECK(run_cli({"check", "-q", "site"}).err.empty());
}

TEST_CASE("check: a file that holds no text is no page") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<a href=packed.html#x>x</a>");
  folder.write("site/packed.html", "\x1F\x8B\x08 a gzip file <a href=gone>");
  const CliResult result = run_cli({"check", "site"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::Contains("site/packed.html: warning: is a gzip file; skipped\n"));
  CHECK_THAT(result.err, Catch::Contains("hrefkit: 1 page, 1 link: 1 fine"));
}

TEST_CASE("check: what a form does not use is not judged") {
  const TemporaryFolder folder;
  folder.write("site/index.html",
               "<input type=text src=1><input src=2><input type=IMAGE src=bad>"
               "<form method=Dialog action=3></form><form action=bad></form>"
               "<button type=button formaction=4>x</button><button formaction=bad>x</button>"
               "<input type=submit formaction=bad><input type=reset formaction=5>");
  const CliResult result = run_cli({"check", "site", "-f", "csv"});
  CHECK(lines(result.out) == 5);  // with the header
  CHECK_THAT(result.err, Catch::Contains("5 not fetched by browsers"));
}

TEST_CASE("check: a site without a page is not passed over in silence") {
  const TemporaryFolder folder;
  folder.write("site/notes.txt", "");
  CHECK_THAT(run_cli({"check", "site"}).err, Catch::Contains("warning: there is no page to check"));
}

TEST_CASE("check: findings exit with 1, as --fail-on says") {
  const TemporaryFolder folder;
  write_site(folder);
  CHECK(run_cli({"check", "site"}).exit_code == 1);
  CHECK(run_cli({"check", "site", "--fail-on", "none"}).exit_code == 0);
  const std::vector<std::string> warnings{"check", "site", "--rules", "empty-link"};
  CHECK(run_cli(warnings).exit_code == 0);
  CHECK(run_cli({"check", "site", "--rules", "empty-link", "--fail-on", "warning"}).exit_code == 1);
  CHECK(run_cli({"check", "site", "--severity", "missing-file=warning"}).exit_code == 0);
  CHECK(run_cli({"check", "site", "--severity", "missing-file=off"}).exit_code == 0);
  CHECK(run_cli({"check", "site", "--severity", "empty-link=error", "--rules", "empty-link"})
            .exit_code == 1);
}

TEST_CASE("check: wrong usage exits with 2") {
  const TemporaryFolder folder;
  write_site(folder);
  for (std::vector<std::string> const& args : std::vector<std::vector<std::string>>{
           {"check"},
           {"check", "gone"},
           {"check", "-"},
           {"check", "site/index.html", "site"},
           {"check", "site", "site"},
           {"check", "site", "--rules", "gone"},
           {"check", "site", "--severity", "gone=error"},
           {"check", "site", "--severity", "missing-file=loud"},
           {"check", "site", "--exclude", "("},
           {"check", "site", "--site-url", "file:///x/"},
           {"check", "site", "--update-baseline"},
           {"check", "site", "--baseline", "gone.jsonl"},
           {"check", "site", "--format", "gone"},
           {"check", "site", "--root", "gone"},
           {"check", "other.html", "--root", "site"},
       }) {
    CHECK(run_cli(args).exit_code == 2);
  }
}

TEST_CASE("check: URLs are ignored by an option and by a file") {
  const TemporaryFolder folder;
  write_site(folder);
  CHECK(run_cli({"check", "site", "--exclude", "/gone"}).exit_code == 0);
  folder.write("site/.hrefkitignore", "# known\n\ngone\\.html$\n");
  const CliResult ignored = run_cli({"check", "site"});
  CHECK(ignored.exit_code == 0);
  CHECK(ignored.err.find("1 ignored") != std::string::npos);
  folder.write(".hrefkitignore", "(");
  CHECK(run_cli({"check", "site"}).exit_code == 2);
}

TEST_CASE("check: only findings that the baseline does not list fail") {
  const TemporaryFolder folder;
  write_site(folder);
  const CliResult made = run_cli({"check", "site", "--baseline", "known", "--update-baseline"});
  CHECK(made.exit_code == 0);
  CHECK(folder.read("known") ==
        "{\"file\":\"index.html\",\"rule\":\"empty-link\",\"raw\":\"\",\"count\":1}\n"
        "{\"file\":\"index.html\",\"rule\":\"missing-file\",\"raw\":\"gone.html\",\"count\":1}\n");
  const CliResult known = run_cli({"check", "site/", "--baseline", "known"});
  CHECK(known.exit_code == 0);
  CHECK(known.out.empty());
  CHECK(known.err.find("2 in the baseline") != std::string::npos);
  folder.write("site/index.html",
               "<meta charset=utf-8><a href=gone.html>x</a><a href=gone.html>x</a>\n");
  const CliResult more = run_cli({"check", "site", "--baseline", "known", "--format", "jsonl"});
  CHECK(more.exit_code == 1);
  CHECK(lines(more.out) == 1);
  folder.write("known", "{}\n");
  CHECK(run_cli({"check", "site", "--baseline", "known"}).exit_code == 2);
}

TEST_CASE("check: a part of the findings leaves the rest of the baseline") {
  const TemporaryFolder folder;
  write_site(folder);
  run_cli({"check", "site", "--baseline", "known", "--update-baseline"});
  const std::string known = folder.read("known");
  run_cli({"check", "site", "--baseline", "known", "--update-baseline", "--rules", "empty-link"});
  CHECK(folder.read("known") == known);
  run_cli({"check", "site", "--baseline", "known", "--update-baseline", "--include-path",
           "page.html"});
  CHECK(folder.read("known") == known);
}

TEST_CASE("check: single files are checked against their site") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write("site/sub/a.html", "<a href=../index.html>x</a><a href=gone>x</a>");
  const CliResult result =
      run_cli({"check", "--root", "site", "site/sub/a.html", "--format", "jsonl", "-q"});
  CHECK(result.exit_code == 1);
  CHECK(lines(result.out) == 1);
  CHECK(lines(run_cli({"check", "site", "--exclude-path", "sub/*", "--format", "jsonl"}).out) == 2);
  CHECK(lines(run_cli({"check", "site", "--include-path", "sub/*", "--format", "jsonl"}).out) == 1);
}

TEST_CASE("check: without a root, files are checked in the working folder") {
  const TemporaryFolder folder;
  write_site(folder);
  CHECK(lines(run_cli({"check", "site/index.html", "-q", "--format", "jsonl"}).out) == 2);
  CHECK(run_cli({"check", "site/page.html", "-q"}).exit_code == 0);
  folder.write("list", "site/index.html\n");
  CHECK(lines(run_cli({"check", "--files-from", "list", "-q", "--format", "jsonl"}).out) == 2);
}

TEST_CASE("check: with a root, a folder stands for what is below it") {
  const TemporaryFolder folder;
  write_site(folder);
  folder.write("sitemap.html", "<a href=gone.html>x</a>");
  const CliResult result = run_cli({"check", "--root", ".", "site", "--format", "jsonl", "-q"});
  CHECK(lines(result.out) == 2);
  CHECK(result.exit_code == 1);
}

TEST_CASE("check: a file that does not exist is an error, and the others are checked") {
  const TemporaryFolder folder;
  write_site(folder);
  const CliResult result = run_cli(
      {"check", "--root", "site", "site/gone.html", "site/index.html", "--format", "jsonl"});
  CHECK(result.exit_code == 2);
  CHECK(lines(result.out) == 2);
  CHECK(result.err.find("site/gone.html") != std::string::npos);
  CHECK(result.err.find("no such file or folder") != std::string::npos);
}

TEST_CASE("check: links to other sites are listed where asked for") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "<meta charset=utf-8><a href=https://a.example/>x</a>");
  CHECK(run_cli({"check", "site", "--format", "jsonl"}).out.empty());
  const CliResult listed = run_cli({"check", "site", "--format", "jsonl", "--external", "list"});
  CHECK(listed.exit_code == 0);
  CHECK(listed.out.find("\"rule\":\"external\"") != std::string::npos);
  CHECK(listed.out.find("\"url\":\"https://a.example/\"") != std::string::npos);
}

TEST_CASE("check: a page that cannot be read is an error") {
  const TemporaryFolder folder;
  write_site(folder);
  std::filesystem::create_directories("site/index.htm");
  std::filesystem::permissions("site/page.html", std::filesystem::perms::none);
  const CliResult result = run_cli({"check", "site"});
  // Root may read everything.
  CHECK((result.exit_code == 2 || result.err.find("page.html") == std::string::npos));
}

TEST_CASE("check: the address that most pages name is proposed") {
  const TemporaryFolder folder;
  const auto page = [](std::string const& origin) {
    return "<meta charset=utf-8><link rel=canonical href=" + origin + "/x.html>";
  };
  folder.write("site/a.html", page("https://a.example"));
  folder.write("site/b.html", page("https://b.example"));
  folder.write("site/c.html", page("https://a.example"));
  CHECK(run_cli({"check", "site"}).err.find("--site-url https://a.example/ ") != std::string::npos);
  CHECK(run_cli({"check", "site", "--site-url", "https://c.example"}).err.find("most pages") ==
        std::string::npos);
  folder.write("site/d.html", "");
  CHECK(run_cli({"check", "site"}).err.find("most pages") == std::string::npos);
}

}  // namespace hrefkit::test
