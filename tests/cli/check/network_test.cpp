// `check --external check` on servers of the test, and the options of the network.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/check/network.h"
#include "net/loopback_server.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// A server with a few answers.
Script external_answer(Asked const& asked) {
  std::string const& target = asked.target;
  const std::string html = "Content-Type: text/html\r\n";
  if (target == "/fine") return page(200, "x");
  if (target == "/page") return page(200, "<p id=a><p id=b>", html);
  if (target == "/moved") return page(301, "", "Location: /fine\r\n");
  if (target == "/old/page") return page(302, "", "Location: /\r\n");
  if (target == "/") return page(200, "home", html);
  if (target == "/no") return page(403);
  if (target == "/wall") return page(403, "", "cf-mitigated: challenge\r\n");
  if (target == "/loop") return page(302, "", "Location: /loop\r\n");
  if (target == "/head") return page(asked.method == "HEAD" ? 405 : 200, "x");
  return page(404, "gone");
}

/// A folder with links to a server, and runs of `check` on it.
struct ExternalRunOfTest {
  TemporaryFolder folder;
  LoopbackServer server{external_answer};

  std::string link(std::string const& path) const {
    return "<a href=\"" + server.url(path) + "\">x</a>\n";
  }

  CliResult run(std::vector<std::string> options) const {
    std::vector<std::string> args{
        "check",        "s", "--external", "check", "--severity", "local-address=off",
        "--retry-wait", "0", "--proxy",    "none"};
    args.insert(args.end(), options.begin(), options.end());
    return run_cli(args);
  }

  CliResult run_allowed(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"--allow-private", "127.0.0.0/8"});
    return run(std::move(options));
  }
};

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a link that has moved for good on its host is repaired", "[external][network][fix]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html",
                    test.link("/moved#f") + test.link("/old/page") + test.link("/fine"));
  const CliResult result = test.run_allowed({"--fix=external-redirected"});
  CHECK(result.out == "--- a/s/a.html\n+++ b/s/a.html\n@@ -1,3 +1,3 @@\n-" + test.link("/moved#f") +
                          "+" + test.link("/fine#f") + " " + test.link("/old/page") + " " +
                          test.link("/fine"));
  CHECK_THAT(result.err, Catch::Contains("and 1 of 1 note repaired on 1 page"));
}

TEST_CASE("links to other sites are judged by their answers", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/fine") + test.link("/page#a") + test.link("/page#c") +
                                    test.link("/moved") + test.link("/old/page") +
                                    test.link("/no") + test.link("/wall") + test.link("/loop") +
                                    test.link("/head") + test.link("/gone") + test.link("/gone"));
  const CliResult result = test.run_allowed({"--format", "jsonl", "--suggest", "archive"});
  CHECK(result.exit_code == 1);
  const auto has_row = [&](std::string const& path, std::string const& rule,
                           std::string const& answer) {
    CAPTURE(path, result.out);
    std::size_t begin = 0;
    while (begin < result.out.size()) {
      const std::size_t end = result.out.find('\n', begin);
      const std::string row = result.out.substr(begin, end - begin);
      begin = end + 1;
      if (row.find("\"raw\":\"" + test.server.url(path) + "\"") == row.npos) continue;
      CHECK_THAT(row, Catch::StartsWith("{\"rule\":\"" + rule + "\"") && Catch::Contains(answer) &&
                          Catch::Contains("\"target\":null"));
      return true;
    }
    return false;
  };
  CHECK_FALSE(has_row("/fine", "", ""));
  CHECK_FALSE(has_row("/page#a", "", ""));
  CHECK_FALSE(has_row("/head", "", ""));
  CHECK(has_row("/page#c", "external-fragment", "\"status\":200,\"reason\":null}"));
  CHECK(has_row("/moved", "external-redirected",
                "\"suggestion\":\"" + test.server.url("/fine") + "\""));
  CHECK(has_row("/moved", "external-redirected",
                "\"status\":200,\"reason\":null,\"final\":\"" + test.server.url("/fine") +
                    "\",\"fix\":{\"offset\":"));
  CHECK(has_row("/old/page", "external-soft-404", "\"final\":\"" + test.server.url("/") + "\"}"));
  CHECK(has_row("/no", "external-blocked", "\"status\":403,\"reason\":\"status\"}"));
  CHECK(has_row("/wall", "external-blocked", "\"status\":403,\"reason\":\"wall\"}"));
  CHECK(has_row("/loop", "external-broken", "\"status\":302,\"reason\":\"redirect-loop\""));
  CHECK(has_row("/gone", "external-broken", "\"status\":404,\"reason\":\"status\"}"));
  CHECK(has_row("/gone", "external-broken",
                "\"suggestion\":\"https://web.archive.org/web/" + test.server.url("/gone") + "\""));
  CHECK(count_of(result.out, "\n") == 8);
  CHECK_THAT(result.err, Catch::Contains("hrefkit: 11 links to other sites, 9 addresses, 1 host: "
                                         "2 fine, 4 broken, 0 TLS, 0 timed out, 1 redirected, 2 "
                                         "blocked, 0 not asked; "));
  CHECK_THAT(result.err, Catch::Contains("requests, 0 cached\n"));
}

TEST_CASE("a private address is not asked unless that is allowed", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/gone"));
  const CliResult result = test.run({"--format", "jsonl"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             Catch::StartsWith("{\"rule\":\"external-private\",\"severity\":\"note\"") &&
                 Catch::Contains("\"status\":null,\"reason\":\"private\"}"));
  CHECK(test.server.connections() == 0);
  CHECK_THAT(result.err, Catch::Contains(" 1 not asked; 0 requests, 0 cached\n"));
}

TEST_CASE("CSV has the columns of answers where the network is asked", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/gone") + "<a href=none>x</a>");
  const CliResult result = test.run_allowed({"--format", "csv"});
  CHECK_THAT(result.out, Catch::Contains(",message,context,status,reason,final\n") &&
                             Catch::Contains(",,404,status,\n") && Catch::Contains(",,,,\n"));
  const CliResult offline = run_cli({"check", "s", "--format", "csv"});
  CHECK_THAT(offline.out, Catch::Contains(",message,context\n"));
}

TEST_CASE("all formats have what came of links to other sites", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/gone"));
  for (char const* format :
       {"text", "json", "sarif", "junit", "github", "gitlab", "markdown", "html"}) {
    CAPTURE(format);
    const CliResult result = test.run_allowed({"--format", format});
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.out,
               Catch::Contains("the server answers 404") && Catch::Contains("external-broken"));
  }
  CHECK_THAT(test.run_allowed({"--format", "html"}).out,
             Catch::Contains("\"status\":404,\"reason\":\"status\"}"));
  CHECK_THAT(test.run_allowed({"--format", "sarif"}).out,
             Catch::Contains("\"properties\":{\"status\":404,\"reason\":\"status\"}"));
}

TEST_CASE("a baseline knows links to other sites", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/gone"));
  CHECK(test.run_allowed({"--baseline", "known", "--update-baseline"}).exit_code == 0);
  CHECK_THAT(test.folder.read("known"), Catch::Contains("\"rule\":\"external-broken\""));
  CHECK(test.run_allowed({"--baseline", "known"}).exit_code == 0);
}

TEST_CASE("no secret is in what a run prints", "[external][network]") {
  ExternalRunOfTest test;
  std::string url = test.server.url("/gone");
  url.insert(url.find("//") + 2, "user:hunter2@");
  test.folder.write("s/a.html", "<a href='" + url + "'>x</a>");
  const CliResult result = test.run_allowed(
      {"--format", "jsonl", "--header", "Authorization: Bearer s3cret", "--cache", "c", "-v"});
  CHECK(count_of(result.out, "hunter2") == 1);  // `raw` is the page's own text
  CHECK(count_of(result.out, "***@127.0.0.1") == 2);
  CHECK(result.err.find("hunter2") == result.err.npos);
  for (std::string const& text : {result.out, result.err, test.folder.read("c")}) {
    CHECK(text.find("s3cret") == text.npos);
  }
  CHECK(test.folder.read("c").find("hunter2") == std::string::npos);
  const auto asked = test.server.asked();
  REQUIRE_FALSE(asked.empty());
  CHECK_THAT(asked.front().head, Catch::Contains("s3cret"));
}

TEST_CASE("a header goes to the first host of a link alone, also with robots.txt",
          "[external][network]") {
  const TemporaryFolder folder;
  LoopbackServer other([](Asked const&) { return page(404); });
  LoopbackServer server([&](Asked const& asked) {
    if (asked.target == "/robots.txt") return page(200, "User-agent: *\nDisallow: /no\n");
    return page(302, "", "Location: " + other.url("/x") + "\r\n");
  });
  folder.write("s/a.html", "<a href='" + server.url("/away") + "'>x</a><a href='" +
                               server.url("/no") + "'>x</a>");
  const CliResult result =
      run_cli({"check", "s", "--external", "check", "--severity", "local-address=off",
               "--allow-private", "127.0.0.0/8", "--proxy", "none", "--robots", "on", "--header",
               "X-Secret: s3cret", "--format", "jsonl"});
  CHECK_THAT(result.out, Catch::Contains("\"reason\":\"robots\"}"));
  CHECK_THAT(result.err, Catch::Contains("robots.txt forbids 1 address"));
  REQUIRE(server.asked().size() == 2);
  for (Asked const& asked : server.asked()) CHECK_THAT(asked.head, Catch::Contains("s3cret"));
  REQUIRE(other.asked().size() == 3);  // robots.txt, HEAD and GET
  for (Asked const& asked : other.asked()) CHECK(asked.head.find("s3cret") == std::string::npos);
}

TEST_CASE("answers of a cache are not asked for again", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/fine") + test.link("/page#a") + test.link("/moved") +
                                    test.link("/no") + test.link("/gone"));
  const CliResult first = test.run_allowed({"--cache", "c", "--format", "jsonl"});
  const std::size_t asked = test.server.asked().size();
  const CliResult second = test.run_allowed({"--cache", "c", "--format", "jsonl"});
  CHECK(second.out == first.out);
  CHECK(second.exit_code == 1);
  CHECK_THAT(second.err, Catch::Contains("; 2 requests, 4 cached\n"));
  CHECK(test.server.asked().size() == asked + 2);
  CHECK(test.run_allowed({"--cache", "c", "--max-age", "0"}).exit_code == 1);
  test.folder.write("other", "this is no cache");
  const CliResult wrong = test.run_allowed({"--cache", "other"});
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.err, Catch::Contains("other") && Catch::Contains("not a hrefkit cache"));
  CHECK(test.folder.read("other") == "this is no cache");
}

TEST_CASE("no network is told once, and is no finding", "[external][network]") {
  const TemporaryFolder folder;
  folder.write("s/a.html",
               "<a href=http://a.invalid/>x</a><a href=http://b.invalid/>x</a>"
               "<a href=http://c.invalid/>x</a>");
  const CliResult result = run_cli({"check", "s", "--external", "check", "--retries", "0",
                                    "--proxy", "none", "--format", "jsonl"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Catch::Contains("hrefkit: error: no network? none of the 3 hosts"));
}

TEST_CASE("an interrupted check prints what is known and leaves the old report",
          "[external][network]") {
  const TemporaryFolder folder;
  LoopbackServer server([](Asked const& asked) {
    if (asked.target != "/hangs") return page(404);
    std::ofstream("asked") << "x";
    return Script{.pieces = {{.bytes = "", .pause = std::chrono::milliseconds(20'000)}}};
  });
  folder.write("s/a.html", "<a href='" + server.url("/gone") + "'>x</a><a href='" +
                               server.url("/hangs") + "'>x</a>");
  folder.write("out.txt", "old");
  folder.write("run", R"("$HREFKIT" check s --external check --severity local-address=off \
  --allow-private 127.0.0.0/8 --per-host 1 --proxy none --retries 0 $1 > stdout 2> stderr &
until test -e asked; do sleep 0.05; done
kill -TERM $!
wait $!
echo $? > status
)");
  shell("sh run '-o out.txt --report junit=out.xml'");
  CHECK(folder.read("status") == "2\n");
  CHECK(folder.read("out.txt") == "old");
  CHECK_THAT(folder.read("out.txt.incomplete"),
             Catch::Contains("external-broken") && Catch::Contains("incomplete"));
  CHECK_THAT(folder.read("out.xml.incomplete"), Catch::Contains("<error message=\"incomplete"));
  CHECK_FALSE(std::ifstream("out.xml").good());
  CHECK_THAT(folder.read("stderr"),
             Catch::Contains("out.txt.incomplete") && Catch::Contains("1 address was not asked"));
  shell("rm asked; sh run ''");
  CHECK(folder.read("status") == "2\n");
  CHECK_THAT(folder.read("stdout"),
             Catch::Contains("external-broken") && Catch::Contains("incomplete"));
}

TEST_CASE("progress names the origins that are waited for", "[external]") {
  using namespace std::chrono_literals;
  CHECK(cli::progress_text(
            {.done = 12,
             .all = 1'030,
             .requests = 41,
             .waiting = {{"https://a.example", 3, 0ms}, {"https://b.example", 1, 59'100ms}}}) ==
        "12 of 1,030 addresses, 41 requests; waiting for https://a.example (3), "
        "https://b.example (1, for 60 s)");
  CHECK(cli::progress_text({.done = 0, .all = 1, .requests = 1}) == "0 of 1 address, 1 request");
}

TEST_CASE("patterns and rules that ask nobody are told", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/gone"));
  const CliResult none = test.run_allowed({"--include-url", "nowhere"});
  CHECK(none.exit_code == 0);
  CHECK_THAT(none.err, Catch::Contains("--include-url: warning: 'nowhere' matched no URL"));
  const CliResult off = test.run_allowed({"--rules", "missing-file"});
  CHECK_THAT(off.err, Catch::Contains("--external: warning: no rule about other sites is on"));
  CHECK(test.server.asked().empty());
}

// A run says of each option that has no effect in it what it needs; a configuration serves several
// runs, and is not told.
TEST_CASE("options that have no effect are told", "[external]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", "<p>x");
  test.folder.write("jar", "");
  const std::string requests = "has an effect only with --external check or for a live site";
  const std::string foreign = "has an effect only with --external check";
  const std::string crawl = "has an effect only for a live site: hrefkit check https://h.example/";
  struct Case {
    char const* option;
    std::vector<char const*> value;
    std::string folder;  ///< what is said of it with a folder
    bool needs_foreign;  ///< also with a live site
  };
  const Case cases[] = {
      {"--method", {"get"}, requests, false},
      {"--accept", {"200"}, requests, false},
      {"--timeout", {"3"}, requests, false},
      {"--connect-timeout", {"3"}, requests, false},
      {"--retries", {"0"}, requests, false},
      {"--retry-wait", {"0"}, requests, false},
      {"--max-wait", {"0"}, requests, false},
      {"--max-redirects", {"3"}, requests, false},
      {"--connections", {"3"}, requests, false},
      {"--per-host", {"3"}, requests, false},
      {"--delay", {"0"}, requests, false},
      {"--robots", {"off"}, requests, false},
      {"--header", {"A: b"}, requests, false},
      {"--user-agent", {"x"}, requests, false},
      {"--cookie-jar", {"jar"}, requests, false},
      {"--proxy", {"none"}, requests, false},
      {"--insecure", {}, requests, false},
      {"--resolve", {"a.example:80:127.0.0.1"}, requests, false},
      {"--allow-private", {"all"}, requests, false},
      {"--max-body", {"1M"}, requests, false},
      {"--cache", {"c"}, foreign, true},
      {"--include-url", {"x"}, foreign, true},
      {"--suggest", {"archive"}, foreign, true},
      {"--max-age", {"1d"}, "has an effect only with --cache", true},
      {"--scope", {"http://127.0.0.1:1/"}, crawl, false},
      {"--depth", {"3"}, crawl, false},
      {"--max-pages", {"3"}, crawl, false},
      {"--max-queries", {"3"}, crawl, false},
      {"--sitemaps", {"off"}, crawl, false},
  };
  for (Case const& each : cases) {
    INFO(each.option);
    const auto told = [&](std::vector<std::string> arguments) {
      arguments.emplace_back(each.option);
      for (char const* value : each.value) arguments.emplace_back(value);
      return run_cli(arguments);
    };
    const std::string warning = std::string(each.option) + ": warning: ";
    const CliResult in_folder = told({"check", "s"});
    CHECK(in_folder.exit_code == 0);
    CHECK_THAT(in_folder.err, Catch::Contains(warning + each.folder + '\n'));
    CHECK_THAT(told({"check", "-q", "s"}).err, !Catch::Contains(each.option));
    // Nobody answers there.
    const CliResult live = told({"check", "http://127.0.0.1:1/", "--retries", "0"});
    CHECK((live.err.find(warning) != std::string::npos) == each.needs_foreign);
    const CliResult asked = told({"check", "s", "--external", "check"});
    const bool needs_more = each.folder == crawl || each.option == std::string("--max-age");
    CHECK((asked.err.find("has an effect only") != std::string::npos) == needs_more);
  }
  // Nothing is said of what is not given, nor of a configuration.
  CHECK_THAT(run_cli({"check", "s"}).err, !Catch::Contains("has an effect"));
  test.folder.write(".hrefkit.toml", "[check]\ndepth = 3\ntimeout = 3\n");
  CHECK_THAT(run_cli({"check", "s"}).err, !Catch::Contains("has an effect"));
}

TEST_CASE("a report does not take the place of the cache", "[external][network]") {
  ExternalRunOfTest test;
  test.folder.write("s/a.html", test.link("/fine"));
  CHECK(test.run_allowed({"--cache", "c"}).exit_code == 0);
  const CliResult result = test.run_allowed({"--cache", "c", "-o", "c"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::Contains("'c' is one of the inputs"));
}

TEST_CASE("check never asks again and again", "[external]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "x");
  CHECK(run_cli({"check", "s", "--watch", "--external", "check"}).exit_code == 2);
}

TEST_CASE("values of the options of the network", "[external]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<p>x");
  struct Case {
    char const* option;
    std::vector<char const*> right;
    std::vector<char const*> wrong;
  };
  for (Case const& test : std::vector<Case>{
           {"--method", {"auto", "head", "get"}, {"post", ""}},
           {"--accept",
            {"200", "200-299,403", "100-999", "https://a.example/ 403",
             "http://a.example 200, 404"},
            {"99", "1000", "299-200", "2xx", "", "https://a.example/", "https://a.example/ x",
             "ftp://a.example/ 200", "https://u:p@a.example/ 200"}},
           {"--timeout", {"20", "0.5", "1.25"}, {"0", "-1", "x", "", "1e3", "5s"}},
           {"--connect-timeout", {"10", "0.1"}, {"0", "x"}},
           {"--retries", {"0", "5"}, {"-1", "x", "101"}},
           {"--retry-wait", {"0", "0.2"}, {"-1", "x"}},
           {"--max-wait", {"0", "90"}, {"x"}},
           {"--max-redirects", {"0", "20"}, {"x", "1001"}},
           {"--connections", {"1", "64"}, {"0"}},
           {"--per-host", {"1", "4"}, {"0"}},
           {"--delay", {"0", "100", "2.5"}, {"x", "-1"}},
           {"--robots", {"auto", "on", "off"}, {"yes"}},
           {"--header",
            {"A: b", "A:", "https://a.example/ A: b", "http://a.example A: b: c"},
            {"A", ": b", "A b: c", "ftp://a.example/ A: b"}},
           {"--user-agent", {"x", "Mozilla/5.0 (x)"}, {"a\nb"}},
           {"--proxy",
            {"none", "http://127.0.0.1:3128", "socks5h://a.example:1080", "a.example:80"},
            {"ftp://a.example", "http://", ""}},
           {"--resolve",
            {"a.example:443:127.0.0.1", "a.example:80:127.0.0.1,::1", "a.example:80:[::1]"},
            {"a.example", "a.example:80", "a.example:80:b.example", "a.example:x:127.0.0.1"}},
           {"--allow-private",
            {"all", "127.0.0.0/8", "10.0.0.0/8,fd00::/8", "::1"},
            {"10.0.0.0/33", "x", "127.0.0.1/", ""}},
           {"--max-body", {"1", "10M", "1G"}, {"0", "x"}},
           {"--max-age", {"0", "3600", "12h", "1d", "1.5w", "30m", "10s"}, {"x", "1y", "-1d", "d"}},
           {"--include-url", {"^https:"}, {"("}},
           {"--suggest", {"archive"}, {"wayback"}},
           {"--scope", {"https://a.example/docs/"}, {"/docs/", "mailto:x"}},
           {"--depth", {"0", "3"}, {"x"}},
           {"--max-pages", {"1"}, {"0"}},
           {"--max-queries", {"0", "100"}, {"x"}},
           {"--sitemaps", {"on", "off"}, {"no"}}}) {
    for (char const* value : test.right) {
      const CliResult result = run_cli({"check", "s", test.option, value});
      CAPTURE(test.option, value, result.err);
      CHECK(result.exit_code == 0);
    }
    for (char const* value : test.wrong) {
      // Patterns and files are read where links are asked for.
      const CliResult result = run_cli({"check", "s", "--external", "check", test.option, value});
      CAPTURE(test.option, value, result.err);
      CHECK(result.exit_code == 2);
      CHECK_THAT(result.err, Catch::StartsWith("hrefkit: error: " + std::string(test.option)));
    }
  }
  for (char const* option : {"--cookie-jar", "--ca-file"}) {
    CHECK(run_cli({"check", "s", "--external", "check", option, "missing"}).exit_code == 2);
  }
  folder.write("c.toml", "[check]\ntimeout = 0.5\nretry-wait = 1\naccept = [\"200\", \"404\"]\n");
  CHECK(run_cli({"check", "s", "--config", "c.toml"}).exit_code == 0);
  folder.write("c.toml", "[check]\nretries = 0.5\n");
  CHECK(run_cli({"check", "s", "--config", "c.toml"}).exit_code == 2);
}

}  // namespace hrefkit::test
