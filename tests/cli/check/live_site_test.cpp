// `hrefkit check URL`, with a server on this machine.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "net/loopback_server.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// A small site, answered with random pauses.
LoopbackServer::Handler small_site() {
  return [](Asked const& asked) {
    static std::atomic<unsigned> seed = 1;
    std::mt19937 random(seed++);
    const std::map<std::string, std::string> pages{
        {"/docs/", "<a href=a>1</a><a href=b#x>2</a><a href=/out>3</a><img src=i.png>"},
        {"/docs/a", "<a href=gone>1</a><a href=b#y>2</a><a href=fails>3</a><a href=moved>4</a>"},
        {"/docs/b", "<p id=x><a href=gone>1</a>"},
        {"/out", "<a href=/never>1</a>"},
        {"/docs/i.png", ""},
    };
    Script script;
    const auto found = pages.find(asked.target);
    const std::string type = asked.target.ends_with(".png") ? "image/png" : "text/html";
    if (asked.target == "/docs/fails") {
      script = page(500);
    } else if (asked.target == "/docs/moved") {
      script = page(301, "", "Location: b\r\n");
    } else if (found == pages.end()) {
      script = page(404, "no", "Content-Type: text/html\r\n");
    } else {
      script =
          page(200, asked.method == "HEAD" ? "" : found->second, "Content-Type: " + type + "\r\n");
    }
    for (auto& piece : script.pieces) piece.pause = std::chrono::milliseconds(random() % 20);
    return script;
  };
}

std::string without_port(std::string text, LoopbackServer const& server) {
  const std::string port = std::to_string(server.port());
  for (std::size_t at = 0; (at = text.find(port, at)) != text.npos;)
    text.replace(at, port.size(), "1");
  return text;
}

}  // namespace

TEST_CASE("check: a live site", "[network]") {
  const TemporaryFolder folder;
  LoopbackServer server(small_site());
  const std::string url = server.url("/docs/");
  const CliResult result = run_cli({"check", url, "-f", "csv", "--retries", "0"});
  CHECK(result.exit_code == 1);
  std::vector<std::string> rows;
  for (std::size_t begin = 0; begin < result.out.size();) {
    const std::size_t end = std::min(result.out.find('\n', begin), result.out.size());
    rows.push_back(result.out.substr(begin, end - begin));
    begin = end + 1;
  }
  REQUIRE(rows.size() == 6);
  CHECK_THAT(rows[0], Catch::EndsWith("status,reason,final"));
  CHECK_THAT(rows[1], Catch::StartsWith("missing-file,error," + server.url("/docs/a") + ",1,9,"));
  CHECK_THAT(rows[1], Catch::EndsWith("404,status,"));
  CHECK_THAT(rows[2], Catch::StartsWith("missing-fragment,error," + server.url("/docs/a")));
  CHECK_THAT(rows[3], Catch::StartsWith("server-error,error," + server.url("/docs/a")));
  CHECK_THAT(rows[3], Catch::EndsWith("500,status,"));
  CHECK_THAT(rows[4], Catch::StartsWith("redirected,note," + server.url("/docs/a")));
  CHECK_THAT(rows[4], Catch::EndsWith("200,," + server.url("/docs/b")));
  CHECK_THAT(rows[5], Catch::StartsWith("missing-file,error," + server.url("/docs/b")));
  CHECK_THAT(result.err, Catch::Contains("3 pages, 9 links: "));
  const auto count = [&](std::string const& target) {
    const auto asked = server.asked();
    return std::count_if(asked.begin(), asked.end(),
                         [&](Asked const& each) { return each.target == target; });
  };
  for (char const* target : {"/docs/", "/docs/a", "/docs/b", "/docs/gone", "/docs/i.png", "/out"}) {
    INFO(target);
    CHECK(count(target) == 1);
  }
  CHECK(count("/never") == 0);
}

TEST_CASE("check: the report of a live site is the same in every run", "[network]") {
  const TemporaryFolder folder;
  LoopbackServer server(small_site());
  std::string first;
  for (char const* per_host : {"1", "2", "4", "16"}) {
    for (char const* jobs : {"1", "3"}) {
      const CliResult result = run_cli({"check", server.url("/docs/"), "-f", "jsonl", "--retries",
                                        "0", "--per-host", per_host, "-j", jobs});
      if (first.empty()) first = result.out;
      CHECK(result.out == first);
    }
  }
  CHECK_FALSE(first.empty());
}

TEST_CASE("check: a baseline of a live site", "[network]") {
  const TemporaryFolder folder;
  LoopbackServer server(small_site());
  const std::vector<std::string> arguments{"check", server.url("/docs/"), "--baseline",
                                           "known", "--retries",          "0"};
  std::vector<std::string> update = arguments;
  update.push_back("--update-baseline");
  CHECK(run_cli(update).exit_code == 0);
  const CliResult result = run_cli(arguments);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, Catch::Contains("4 in the baseline"));
}

TEST_CASE("check: what is ignored on a live site is not asked for", "[network]") {
  const TemporaryFolder folder;
  folder.write(".hrefkitignore", "/docs/gone$\n");
  LoopbackServer server(small_site());
  const CliResult result =
      run_cli({"check", server.url("/docs/"), "--retries", "0", "--exclude-url", "fails"});
  CHECK_THAT(result.out, !Catch::Contains("missing-file"));
  for (Asked const& asked : server.asked()) {
    CHECK(asked.target != "/docs/gone");
    CHECK(asked.target != "/docs/fails");
  }
}

TEST_CASE("check: a start of another scheme") {
  const TemporaryFolder folder;
  for (char const* url : {"ftp://h.example/", "gopher://h.example", "httpx://h.example/"}) {
    const CliResult result = run_cli({"check", url});
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err,
               Catch::Contains(std::string(url) + ": only sites of http and https can be crawled"));
  }
  CHECK_THAT(run_cli({"check", "ftp://u:secret@h.example/"}).err, !Catch::Contains("secret"));
  CHECK_THAT(run_cli({"check", "c:/none"}).err, Catch::Contains("c:/none does not exist"));
}

TEST_CASE("check: a start that cannot be read", "[network]") {
  const TemporaryFolder folder;
  LoopbackServer server(small_site());
  const CliResult missing = run_cli({"check", server.url("/none")});
  CHECK(missing.exit_code == 2);
  CHECK(
      without_port(missing.err, server)
          .starts_with(
              "hrefkit: error: http://127.0.0.1:1/none: cannot be read: the server answers 404\n"));
  const CliResult refused = run_cli({"check", "http://127.0.0.1:1/", "--retries", "0"});
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::Contains("no answer (refused)"));
  const CliResult robots = run_cli({"check", "--robots", "on", server.url("/docs/")});
  CHECK(robots.exit_code == 1);  // there is no robots.txt
}

TEST_CASE("check: options of folders are wrong for a live site") {
  const TemporaryFolder folder;
  const std::vector<std::vector<std::string>> wrong{
      {"--site-url", "https://h.example/"},
      {"--index", "x.html"},
      {"--extensions", "html"},
      {"--host", "netlify"},
      {"--mount", "/x=."},
      {"--redirects", "r"},
      {"--root", "."},
      {"--hidden"},
      {"--files-from", "f"},
      {"--allow-empty"},
      {"--watch"},
      {"--ext", "php=html"},
      {"."},
  };
  for (std::vector<std::string> const& options : wrong) {
    std::vector<std::string> arguments{"check", "http://127.0.0.1:1/"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    INFO(options.front());
    const CliResult result = run_cli(arguments);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("live site"));
  }
}

}  // namespace hrefkit::test
