#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

CliResult rewrite_batch(std::string const& lines, std::vector<std::string> args = {"--drop-base"}) {
  args.insert(args.begin(), {"rewrite", "--batch"});
  return run_cli(args, {.in = lines});
}

constexpr char const* with_base =
    R"({"url":"http://a.example/d/p","html":"<base href=/b/><a href=x>"})";

TEST_CASE("rewrite --batch answers each document with its new bytes and its edits", "[batch]") {
  const CliResult result = rewrite_batch(std::string(with_base) + "\n");
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.summary == "2 links in 1 document; 2 changed");
  CHECK(result.out.starts_with(
      R"({"url":"http://a.example/d/p","html":"<a href=../b/x>","edits":[{"line":1,"column":)"));
  CHECK(result.out.find("\"file\"") == std::string::npos);
  CHECK(result.out.find(R"("before":"http://a.example/b/x","after":"http://a.example/b/x")") !=
        std::string::npos);
  CHECK(result.out.ends_with("]}\n"));
}

TEST_CASE("rewrite --batch: text stays text, bytes stay bytes", "[batch]") {
  // <meta charset=koi8-r><a href='/x'>\xC1: the bytes that are no link stay.
  const std::string bytes =
      R"({"id":7,"url":"http://a.example/","base64":"PG1ldGEgY2hhcnNldD1rb2k4LXI+PGEgaHJlZj0nL3gnPsE="})";
  CHECK(
      rewrite_batch(bytes, {"--to", "absolute"})
          .out.starts_with(
              R"({"id":7,"url":"http://a.example/","base64":"PG1ldGEgY2hhcnNldD1rb2k4LXI+PGEgaHJlZj0naHR0cDovL2EuZXhhbXBsZS94Jz7B","edits":[{)"));
  const std::string text =
      R"({"url":"http://a.example/","html":"<meta charset=koi8-r><a href='/x'>ä"})";
  CHECK(
      rewrite_batch(text, {"--to", "absolute"})
          .out.starts_with(
              R"({"url":"http://a.example/","html":"<meta charset=koi8-r><a href='http://a.example/x'>ä","edits":[{)"));
  CHECK(rewrite_batch(R"({"url":"http://a.example/","html":"<a href=x>"})", {"--to", "relative"})
            .out == R"({"url":"http://a.example/","html":"<a href=x>","edits":[]})"
                    "\n");
}

TEST_CASE("rewrite --batch changes and warns as for a file", "[batch]") {
  const std::string line =
      R"({"url":"http://a.example/d/p","html":"<base href=/b/><a href=x><a href=%y%>)"
      R"(<script type=module>import './m.js'</script>"})";
  const CliResult result =
      rewrite_batch(line, {"--drop-base", "--neutral-base", "--placeholder", "%y%"});
  CHECK(result.out.find(R"("html":"<base href=\"\"><a href=../b/x><a href=%y%>)"
                        R"(<script type=module>import '../b/m.js'</script>")") !=
        std::string::npos);
}

TEST_CASE("rewrite --batch takes the policies of its command line", "[batch]") {
  const std::string line = R"({"url":"http://a.example/old/p","html":"<a href='/old/x'>"})";
  CHECK(rewrite_batch(
            line, {"--rebase", "http://a.example/old=https://b.example/new", "--to", "absolute"})
            .out.find("https://b.example/new/x") != std::string::npos);
  CHECK(rewrite_batch(line, {"--site-url", "http://a.example/", "--rebase", "/old/=/new/"})
            .out.find("<a href='/new/x'>") != std::string::npos);
  const TemporaryFolder folder;
  folder.write("map", "http://a.example/old/x\thttp://c.example/\n");
  CHECK(rewrite_batch(line, {"--map", "map"}).out.find("<a href='http://c.example/'>") !=
        std::string::npos);
}

TEST_CASE("rewrite --batch: a fault is an answer, and the next line is read", "[batch]") {
  struct Case {
    std::string line;
    std::string answer;
  };
  for (auto const& [line, answer] : {
           Case{"[]", R"({"url":null,"error":"bad-request","message":"is not a JSON object"})"},
           Case{R"({"id":"a","url":"x","html":"<a href=y>"})",
                R"({"id":"a","url":"x","error":"invalid-url","message":")"},
           Case{R"({"url":"http://a.example/","base64":"*"})",
                R"({"url":"http://a.example/","error":"invalid-base64","message":")"},
       }) {
    CAPTURE(line);
    const CliResult result = rewrite_batch(line + "\n" + with_base);
    CHECK(result.exit_code == 2);
    CHECK(result.out.starts_with(answer));
    CHECK(result.out.find("\n{\"url\":\"http://a.example/d/p\",\"html\":") != std::string::npos);
    CHECK(result.err.starts_with("hrefkit: -:1: error: "));
    CHECK(result.summary == "2 links in 1 document; 2 changed; 1 document not rewritten");
  }
  const std::string unknown = R"({"url":"http://a.example/","html":"","x":1})"
                              "\n";
  CHECK(rewrite_batch(unknown + unknown).err == "hrefkit: -:1: warning: unknown key 'x'\n");
}

TEST_CASE("rewrite --batch refuses what says nothing about standard input", "[batch]") {
  const std::vector<std::vector<std::string>> wrong{{"a.html"},
                                                    {"--url", "http://a.example/"},
                                                    {"--in-place"},
                                                    {"-o", "out"},
                                                    {"--dry-run"},
                                                    {"--diff"},
                                                    {"--local", "."},
                                                    {"--format", "csv"},
                                                    {"--move-to", "http://a.example/"}};
  for (std::vector<std::string> const& args : wrong) {
    CAPTURE(args);
    const CliResult result = rewrite_batch("", args);
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("hrefkit: error: --batch: "));
  }
}

}  // namespace

}  // namespace hrefkit::test
