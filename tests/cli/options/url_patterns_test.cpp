#include "hrefkit/cli/options/url_patterns.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::cli {

namespace {

TEST_CASE("a URL fits when any expression matches a part of it", "[patterns]") {
  for (const int others : {0, 2, 20}) {
    CAPTURE(others);
    UrlPatterns patterns;
    CHECK(patterns.empty());
    for (int i = 0; i < others; ++i) CHECK(patterns.add("other" + std::to_string(i) + "$"));
    CHECK(patterns.add("^https://a\\.example/"));
    CHECK(patterns.add("(?i)LOGIN"));
    CHECK(patterns.add("\\Qa(b"));
    CHECK_FALSE(patterns.empty());
    CHECK(patterns.match("https://a.example/x"));
    CHECK(patterns.match("/x/login?y"));
    CHECK(patterns.match("xa(by"));
    CHECK(patterns.match("/other1") == (others != 0));
    CHECK_FALSE(patterns.match("/other1/"));
    CHECK_FALSE(patterns.match("http://b.example/https://a.example/"));
    CHECK_FALSE(patterns.match(""));
  }
}

TEST_CASE("expressions that are too many for one automaton all count", "[patterns]") {
  UrlPatterns patterns;
  for (int i = 0; i < 20'000; ++i) {
    REQUIRE(patterns.add("^https?://b/" + std::to_string(i) + "/.*x$"));
  }
  for (int i = 0; i < 20'000; i += 999) {
    const std::string url = "http://b/" + std::to_string(i) + "/y";
    CAPTURE(url);
    CHECK(patterns.match(url + "x"));
    CHECK_FALSE(patterns.match(url));
  }
}

TEST_CASE("wrong expressions are told with their line", "[patterns]") {
  UrlPatterns patterns;
  CHECK(patterns.add_lines("\xEF\xBB\xBF# a comment\n\n  a  \r\n"));
  CHECK(patterns.text() == "a\n");
  CHECK(patterns.add_lines("a\n(\n").error() ==
        "line 2: '(' is not a regular expression: missing ): (");
  CHECK(patterns.add_lines(std::string(100'000, 'x')).error() ==
        "line 1: a regular expression has more than 8000 bytes");
}

TEST_CASE("expressions cost what their text is worth", "[patterns]") {
  if (!test::can_measure_cost()) return;
  std::string many;
  std::string stars;
  std::string classes;
  for (int i = 0; i < 5'000; ++i) {
    many += "/ignored" + std::to_string(i) + "$\n";
    for (int j = 0; j < 4; ++j) stars += "^https?://b/" + std::to_string(4 * i + j) + "/.*\n";
    classes += "\\pL\\pL\\pL\\pL\\pL\\pL\n";
  }
  for (std::string const& text : {many, stars}) {
    const test::RunCost cost = test::cost_of([&] {
      UrlPatterns patterns;
      if (!patterns.add_lines(text)) throw 1;
      for (int i = 0; i < 50'000; ++i) {
        if (patterns.match("https://a.example/page" + std::to_string(i))) throw 2;
      }
    });
    CHECK(cost.exit_code == 0);
    CHECK(cost.seconds <= test::allowed_seconds(50'000 * 20));
    CHECK(cost.peak_bytes <= test::allowed_bytes(text.size()));
  }
  const test::RunCost refused = test::cost_of([&] {
    if (UrlPatterns().add_lines(classes)) throw 1;
  });
  CHECK(refused.exit_code == 0);
  CHECK(refused.seconds <= test::allowed_seconds(classes.size()));
  CHECK(refused.peak_bytes <= test::allowed_bytes(classes.size()));
}

/// The rows that `args` give for a site with a page, a style sheet and links.
test::CliResult run_on_site(std::vector<std::string> args) {
  const test::TemporaryFolder folder;
  folder.write("s/a.html", "<a href=b.html><a href=http://x.example/gone><a href='http://[x'>");
  folder.write("s/d/b.html", "<a href=/c.html>");
  args.insert(args.end(), {"--site-url", "https://h.example/", "s"});
  return test::run_cli(args);
}

std::size_t rows(test::CliResult const& result) {
  return static_cast<std::size_t>(std::count(result.out.begin(), result.out.end(), '\n'));
}

TEST_CASE("--exclude-path leaves files out in each command that reads folders", "[patterns]") {
  for (std::string const option : {"--exclude", "--exclude-path"}) {
    CAPTURE(option);
    CHECK(rows(run_on_site({"resolve", "-q"})) == 4);
    CHECK(rows(run_on_site({"resolve", "-q", option, "d"})) == 3);
    CHECK(rows(run_on_site({"resolve", "-q", option, "d", option, "*.html"})) == 0);
    CHECK(rows(run_on_site({"base", "-q", "-f", "jsonl", option, "d"})) == 1);
  }
  CHECK(rows(run_on_site({"resolve", "-q", "--exclude", "d", "--exclude-path", "a.html"})) == 0);
  CHECK(rows(run_on_site({"check", "-q", "-f", "jsonl"})) == 3);
  CHECK(rows(run_on_site({"check", "-q", "-f", "jsonl", "--exclude-path", "d"})) == 2);
  const std::vector<std::string> rewrite{"rewrite", "-q", "--to", "relative", "-f", "jsonl"};
  CHECK(rows(run_on_site(rewrite)) == 1);
  std::vector<std::string> without_d = rewrite;
  without_d.insert(without_d.end(), {"--exclude-path", "d"});
  CHECK(rows(run_on_site(without_d)) == 0);
}

TEST_CASE("--exclude-url leaves links out by their URL, or the reference where there is none",
          "[patterns]") {
  CHECK(rows(run_on_site({"resolve", "-q", "--exclude-url", "^https://h[.]example/"})) == 2);
  CHECK(rows(run_on_site({"resolve", "-q", "--exclude-url", "^http://\\[x$"})) == 3);
  CHECK(rows(run_on_site({"resolve", "-q", "--exclude-url", "x", "--exclude-url", "h"})) == 0);
  CHECK(run_on_site({"resolve", "-q", "--exclude-url", "\\["}).exit_code == 0);
  CHECK(run_on_site({"resolve", "-q", "--fail-on", "unresolvable"}).exit_code == 1);
  CHECK(run_on_site({"resolve", "-q", "--fail-on", "unresolvable", "--exclude-url", "\\[x"})
            .exit_code == 0);
  CHECK(rows(run_on_site({"check", "-q", "-f", "jsonl", "--exclude-url", "/c"})) == 2);
  CHECK(rows(run_on_site(
            {"rewrite", "-q", "--to", "relative", "-f", "jsonl", "--exclude-url", "/c"})) == 0);
  for (std::string const command : {"resolve", "check", "rewrite", "archive"}) {
    const test::CliResult refused =
        test::run_cli({command, "--to=absolute", "--exclude-url", "(", "no-such-file"});
    CAPTURE(command, refused.err);
    CHECK(refused.exit_code == 2);
  }
}

TEST_CASE("--exclude is refused with the name --exclude-url in check and rewrite", "[patterns]") {
  for (char const* command : {"check", "rewrite"}) {
    const test::CliResult refused = run_on_site({command, "--exclude", "/c"});
    CAPTURE(command, refused.err);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err,
               Catch::StartsWith("hrefkit: error: unknown option '--exclude'; did you mean "
                                 "--exclude-url?\n"));
  }
}

TEST_CASE("a GLOB that looks like a regular expression is told", "[patterns]") {
  const auto warned = [](std::string const& command, std::string const& option,
                         std::string const& glob) {
    const std::string err = run_on_site({command, option, glob}).err;
    return err.find(option + ": warning: '" + glob + "' looks like a regular expression") !=
           err.npos;
  };
  for (std::string const glob : {"^d", "b.html$", "b\\.html", "d/.*"}) {
    CAPTURE(glob);
    CHECK(warned("resolve", "--exclude", glob));
    CHECK(warned("resolve", "--include", glob));
    CHECK(warned("base", "--exclude-path", glob));
    CHECK(warned("check", "--exclude-path", glob));
    CHECK(warned("check", "--include-path", glob));
  }
  for (std::string const glob : {"*.html", "d/", "**/b.html", ".hidden", "[a-c].html"}) {
    CAPTURE(glob);
    CHECK_FALSE(warned("resolve", "--exclude", glob));
    CHECK_FALSE(warned("check", "--exclude-path", glob));
  }
}

TEST_CASE("patterns that matched nothing are told", "[patterns]") {
  const test::TemporaryFolder folder;
  folder.write("s/a.html", "<a href=x><a href=missing.html>");
  folder.write("s/d/b.html", "<a href=y>");
  struct Case {
    std::vector<std::string> args;
    std::string told;  // all on standard error, but the summary
  };
  const std::string resolve = "hrefkit: --exclude-url: warning: 'zzz' matched nothing\n";
  const std::string of_check =
      "hrefkit: --exclude-url: warning: 'zzz' matched nothing: no finding was left out by it\n";
  const Case cases[] = {
      {{"resolve", "--exclude-url", "zzz", "--exclude-url", "x$", "s"}, resolve},
      {{"resolve", "--exclude-url", "x$", "--exclude-url", "/x$", "s"}, ""},
      {{"resolve", "--exclude-url", "zzz", "-j", "2", "s"}, resolve},
      {{"resolve", "-q", "--exclude-url", "zzz", "s"}, ""},
      {{"rewrite", "--dry-run", "--to", "relative", "--exclude-url", "zzz", "s"}, resolve},
      {{"resolve", "--exclude", "no", "--exclude", "d/", "s"},
       "hrefkit: --exclude: warning: 'no' matched nothing\n"},
      {{"resolve", "--exclude-path", "no", "--exclude", "d/", "s"},
       "hrefkit: --exclude-path: warning: 'no' matched nothing\n"},
      {{"resolve", "--include", "*.svg", "--include", "*.html", "s"},
       "hrefkit: --include: warning: '*.svg' matched nothing\n"},
      {{"base", "--exclude-path", "no", "s"},
       "hrefkit: --exclude-path: warning: 'no' matched nothing\n"},
      {{"check", "--fail-on", "none", "--exclude-url", "zzz", "--exclude-url", "missing", "s"},
       of_check},
      {{"check", "--fail-on", "none", "--exclude-path", "no", "--exclude-path", "d/", "s"},
       "hrefkit: --exclude-path: warning: 'no' matched nothing\n"},
      {{"check", "--fail-on", "none", "--include-path", "no", "--include-path", "d/", "s"},
       "hrefkit: --include-path: warning: 'no' matched nothing\n"},
  };
  for (auto const& [args, told] : cases) {
    CAPTURE(args);
    std::string warnings;
    const std::string err = test::run_cli(args).err;
    for (std::size_t begin = 0; begin < err.size();) {
      const std::size_t end = err.find('\n', begin) + 1;
      const std::string line = err.substr(begin, end - begin);
      if (line.find("warning: '") != std::string::npos) warnings += line;
      begin = end;
    }
    CHECK(warnings == told);
  }
}

TEST_CASE("check: patterns of the ignore file that matched no finding are told in one line",
          "[patterns]") {
  const test::TemporaryFolder folder;
  folder.write("s/a.html", "<a href=x><a href=missing.html>");
  folder.write(".hrefkitignore", "# these\n^/never$\nmissing\nzzz\n");
  CHECK_THAT(test::run_cli({"check", "s", "--exclude-url", "no"}).err,
             Catch::Contains("'no' matched nothing") &&
                 Catch::Contains("hrefkit: .hrefkitignore: warning: 2 patterns matched no finding: "
                                 "'^/never$', 'zzz'\n"));
  CHECK_THAT(test::run_cli({"check", "--root", "s", "s/a.html"}).err,
             !Catch::Contains("matched no finding"));
  std::string many;
  for (int i = 0; i < 8; ++i) many += "zzz" + std::to_string(i) + "\n";
  folder.write(".hrefkitignore", many);
  CHECK_THAT(
      test::run_cli({"check", "s"}).err,
      Catch::Contains("8 patterns matched no finding: 'zzz0', 'zzz1', 'zzz2', 'zzz3', 'zzz4' "
                      "and 3 more\n"));
}

TEST_CASE("of very many expressions the uses of the first are noted", "[patterns]") {
  UrlPatterns patterns;
  for (int i = 0; i < 300; ++i) CHECK(patterns.add("^" + std::to_string(i) + "$"));
  patterns.note_uses();
  CHECK(patterns.match("7"));
  CHECK(patterns.match("250"));
  CHECK_FALSE(patterns.match("x"));
  CHECK(patterns.unused().size() == UrlPatterns::max_noted - 1);
}

}  // namespace

}  // namespace hrefkit::cli
