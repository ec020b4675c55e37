// User names and passwords of URLs are in no message, whether the URL parses or not. The page's
// own text, `raw` and lines of the source, keeps them.
#include <rapidjson/document.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr std::string_view password = "hunter2";

/// A page with findings whose references have a password.
constexpr std::string_view page_with_passwords =
    "<!doctype html><meta charset=utf-8><base href='https://user:hunter2@ho st/'>\n"
    "<base href='//user:hunter2@h.example'>\n"
    "<link rel=canonical href='https://user:hunter2@c.example/'>\n"
    "<meta http-equiv=refresh content='0; url=//user:hunter2@[x'>\n"
    "<style>a{background:url(https://user:hunter2@[x)}</style>\n"
    "<a href='https://user:hunter2@ho st/'>x</a>\n"
    "<a href='http://user:hunter2@[bad'>x</a>\n"
    "<a href='//user:hunter2@exa mple/'>x</a>\n"
    "<a href='https:\\\\user:hunter2@exa mple/'>x</a>\n"
    "<a href='ht\ttps:/&#9;/user:hunter2@exa mple/'>x</a>\n"
    "<a href='https&#58;//user&#58;hunter2&#64;exa mple/'>x</a>\n"
    "<a href='https://user:hunter2%40exa mple/'>x</a>\n"
    "<a href='https://user:x/hunter2@h.example:x/'>x</a>\n"
    "<a href='https://user:hunter2@localhost/'>x</a>\n"
    "<a href='htps://user:hunter2@h.example/'>x</a>\n"
    "<img srcset='https://user:hunter2@a%20b/ 2x, //user:hunter2@[x 1x'>\n";

std::string without_source_lines(std::string const& report) {
  std::string kept;
  for (std::size_t begin = 0; begin < report.size();) {
    const std::size_t end = std::min(report.find('\n', begin), report.size() - 1) + 1;
    const std::string line = report.substr(begin, end - begin);
    if (line.find(" | ") == std::string::npos) kept += line;
    begin = end;
  }
  return kept;
}

}  // namespace

TEST_CASE("check: no message has a password") {
  const TemporaryFolder folder;
  folder.write("s/a.html", page_with_passwords);
  folder.write(
      "s/_redirects",
      "/a https://user:hunter2@localhost/\n/b //user:hunter2@[x\nhttps://user:hunter2@[x\n");
  folder.write("s/robots.txt", "Sitemap: https://user:hunter2@[x/\n");
  for (std::string const list : {"off", "list"}) {
    for (std::string const format : {"text", "sarif", "junit", "github", "gitlab", "markdown"}) {
      CAPTURE(list, format);
      const CliResult result =
          run_cli({"check", "s", "-v", "--external", list, "--format", format});
      CHECK(result.exit_code == 1);
      const std::string shown = format == "text" ? without_source_lines(result.out) : result.out;
      CHECK(shown.find(password) == std::string::npos);
      CHECK(shown.find(format == "markdown" ? "\\*\\*\\*@" : "***@") != std::string::npos);
      CHECK(result.err.find(password) == std::string::npos);
    }
    const CliResult rows = run_cli({"check", "s", "--external", list, "--format", "json"});
    rapidjson::Document document;
    document.Parse(rows.out.c_str());
    REQUIRE(document.IsArray());
    CHECK(document.Size() >= 14);
    std::size_t as_written = 0;
    for (auto const& row : document.GetArray()) {
      const std::string_view message = row["message"].GetString();
      CAPTURE(message);
      CHECK(message.find(password) == message.npos);
      as_written += std::string_view(row["raw"].GetString()).find(password) != message.npos;
    }
    CHECK(as_written >= 14);
  }
}

TEST_CASE("no command prints the password of a reference that does not resolve") {
  const TemporaryFolder folder;
  folder.write("a.html", page_with_passwords);
  for (std::vector<std::string> const& args :
       {std::vector<std::string>{"resolve", "-v", "a.html"},
        {"base", "-v", "a.html"},
        {"rewrite", "--to", "relative", "--dry-run", "-v", "a.html"}}) {
    CAPTURE(args.front());
    CHECK(run_cli(args).err.find(password) == std::string::npos);
  }
}

TEST_CASE("no error of the command line has a password") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=a.html>x</a>");
  for (std::string const url : {"https://user:hunter2@[x", "https://user:hunter2@ho st/",
                                "//user:hunter2@[x", "https:\\\\user:hunter2@[x",
                                "https://user:hunter2%40h ost/", "https://user:x/hunter2@h:x/"}) {
    for (std::vector<std::string> const& args :
         {std::vector<std::string>{"resolve", "--url", url, "a.html"},
          {"resolve", "--site-url", url, "a.html"},
          {"resolve", "--creator", url, "a.html"},
          {"resolve", "--container", url, "a.html"},
          {"check", "--site-url", url, "."},
          {"check", "--proxy", url, "--external", "check", "."},
          {"check", "--scope", url, "https://h.example/"},
          {"rewrite", "--rebase", url + "=" + url, "a.html"},
          {"rewrite", "--move-to", url, "a.html"},
          {"effects", "--set-base", url, "a.html"},
          {"effects", "--new-url", url, "a.html"},
          {"compare", url, "a.html"},
          {"url", "--base", url, "a"}}) {
      CAPTURE(url, args[0], args[1]);
      const CliResult result = run_cli(args);
      CHECK(result.exit_code == 2);
      CHECK(result.err.find("hunter2") == std::string::npos);
      CHECK(result.err.find("error: ") != std::string::npos);
    }
  }
  for (std::vector<std::string> const& args :
       {std::vector<std::string>{"check", "https://user:hunter2@[x"},
        {"check", "ftp://user:hunter2@h.example/"},
        {"resolve", "https://user:hunter2@h.example/"},
        {"https://user:hunter2@h.example/"},
        {"rewrite", "--report-leftovers", "user:hunter2@h", "a.html"}}) {
    CAPTURE(args[0], args.back());
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("hunter2") == std::string::npos);
  }
}

}  // namespace hrefkit::test
