#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

using Args = std::vector<std::string>;

CliResult run_url(Args args, CliInput const& input = {}) {
  args.insert(args.begin(), "url");
  return run_cli(args, input);
}

TEST_CASE("url prints a table with the readable forms of domain and path", "[url]") {
  CHECK(run_url({"https://u:p@bücher.example:8080/straße/a b?q=ü#f"}) ==
        CliResult{0,
                  R"(input     https://u:p@bücher.example:8080/straße/a b?q=ü#f
href      https://u:p@xn--bcher-kva.example:8080/stra%C3%9Fe/a%20b?q=%C3%BC#f
origin    https://xn--bcher-kva.example:8080
protocol  https:
username  u
password  p
host      xn--bcher-kva.example:8080  (bücher.example:8080)
hostname  xn--bcher-kva.example  (bücher.example)
port      8080
pathname  /stra%C3%9Fe/a%20b  (/straße/a%20b)
search    ?q=%C3%BC
hash      #f
)",
                  ""});
}

TEST_CASE("invisible characters stay encoded in the readable path", "[url]") {
  const std::string out = run_url({"http://h/a%E2%80%8Bb%C2%ADc"}).out;
  CHECK_THAT(out, Catch::Contains("\npathname  /a%E2%80%8Bb%C2%ADc\n"));
  CHECK(out.find("\u200B") == std::string::npos);
  CHECK(out.find("\u00AD") == std::string::npos);
}

TEST_CASE("several URLs are several tables", "[url]") {
  CHECK(run_url({"mailto:x", "ftp://h/"}).out ==
        "input     mailto:x\nhref      mailto:x\norigin    null\nprotocol  mailto:\nusername\n"
        "password\nhost\nhostname\nport\npathname  x\nsearch\nhash\n\n"
        "input     ftp://h/\nhref      ftp://h/\norigin    ftp://h\nprotocol  ftp:\nusername\n"
        "password\nhost      h\nhostname  h\nport\npathname  /\nsearch\nhash\n");
}

constexpr char const* one_answer =
    R"({"href":"http://b/x","origin":"http://b","protocol":"http:","username":"","password":"",)"
    R"("host":"b","hostname":"b","port":"","pathname":"/x","search":"","hash":""})";

TEST_CASE("url --format json and jsonl have the keys of --batch", "[url]") {
  const std::string one = one_answer;
  CHECK(run_url({"--base", "http://b/c/d", "--format", "jsonl", "../x", "/x"}) ==
        CliResult{0, one + "\n" + one + "\n", ""});
  CHECK(run_url({"--base", "http://b/c/d", "--format", "json", "../x", "/x"}) ==
        CliResult{0, "[" + one + ",\n" + one + "\n]\n", ""});
}

TEST_CASE("url --format csv has a column for each part", "[url]") {
  CHECK(run_url({"--format", "csv", "http://b/x,y", "x"}).out ==
        "input,href,origin,protocol,username,password,host,hostname,port,pathname,search,hash,"
        "error\n"
        "\"http://b/x,y\",\"http://b/x,y\",http://b,http:,,,b,b,,\"/x,y\",,,\n"
        "x,,,,,,,,,,,,relative-without-base\n");
  CHECK(run_url({"--compare", "--format", "csv", "--base", "http://b/", "http://h:99999/"}).out ==
        "input,base,whatwg,whatwg-2012,html5,web-address,differences\n"
        "http://h:99999/,http://b/,error: invalid-port,http://h:99999/,http://h:99999/,"
        "http://h:99999/,port\n");
}

TEST_CASE("an input that is not a URL is a finding: exit code 1; the others are printed", "[url]") {
  CHECK(run_url({"--format", "json", "http://[", "http://b/x", "x"}) ==
        CliResult{1,
                  std::string("[{\"error\":\"invalid-ipv6\"},\n") + one_answer +
                      ",\n{\"error\":\"relative-without-base\"}\n]\n",
                  "hrefkit: http://[: error: the host in brackets is not an IPv6 address\n"
                  "hrefkit: x: error: the reference is relative and has no base URL\n"});
  const CliResult text = run_url({"http://[", "http://b/x"});
  CHECK(text.exit_code == 1);
  CHECK(text.out.starts_with("input     http://b/x\n"));
}

/// The href that a run gives.
std::string href(Args args) {
  args.insert(args.end(), {"--format", "jsonl"});
  const CliResult result = run_url(args);
  CHECK(result.exit_code == 0);
  const std::string before = "{\"href\":\"";
  return result.out.substr(before.size(), result.out.find('"', before.size()) - before.size());
}

TEST_CASE("url takes a base, an encoding and a standard", "[url]") {
  CHECK(href({"--base", "http://a/b/c?d#e", "../f"}) == "http://a/f");
  CHECK(href({"--base=http://a/", "--encoding", "windows-1252", "?ä"}) == "http://a/?%E4");
  CHECK(href({"--base=http://a/", "?ä"}) == "http://a/?%C3%A4");
  CHECK(href({"HTTP://EXAMPLE.com/a|b"}) == "http://example.com/a|b");
  CHECK(href({"--standard", "whatwg-2012", "HTTP://EXAMPLE.com/a|b"}) == "http://example.com/a|b");
  CHECK(href({"--standard", "html5", "HTTP://EXAMPLE.com/a|b"}) == "HTTP://EXAMPLE.com/a%7Cb");
  CHECK(href({"--standard", "web-address", "HTTP://EXAMPLE.com/a|b"}) ==
        "HTTP://EXAMPLE.com/a%7Cb");
}

TEST_CASE("--set changes parts in the order given", "[url]") {
  CHECK(href({"--set", "port=81", "--set", "hash=top", "http://a/b"}) == "http://a:81/b#top");
  CHECK(href({"--set=href=http://z/?a=b=c", "--set=port=81", "http://a/"}) == "http://z:81/?a=b=c");
  CHECK(href({"--set=port=81", "--set=href=http://z/", "http://a/"}) == "http://z/");
  CHECK(href({"--set=search=", "http://a/?b"}) == "http://a/");
  CHECK(href({"--set=search=ä", "--encoding=windows-1252", "http://a/?b"}) == "http://a/?%E4");
  CHECK(href({"--set=port=no number", "http://a/"}) == "http://a/");  // the setter ignores it
  CHECK(href({"--set=protocol=mailto", "http://a/"}) == "http://a/");
  // Each standard has its own setters.
  CHECK(href({"--standard=whatwg-2012", "--set=username=u", "http://a/"}) == "http://u@a/");
  CHECK(href({"--standard=html5", "--set=pathname=x y", "http://a/b?c"}) == "http://a/x%20y?c");
  CHECK(href({"--standard=html5", "--base=http://b/", "--set=href=c", "http://a/"}) ==
        "http://b/c");
  CHECK(run_url({"--set", "href=nothing", "http://a/"}).exit_code == 1);
}

TEST_CASE("-v shows validation errors", "[url]") {
  CHECK(
      run_url({"-v", "--format=jsonl", "http:\\\\b\\x"}) ==
      CliResult{0, std::string(one_answer) + "\n",
                "hrefkit: http:\\\\b\\x: note: special-scheme-missing-following-solidus at byte 5\n"
                "hrefkit: http:\\\\b\\x: note: special-scheme-missing-following-solidus at byte 5\n"
                "hrefkit: http:\\\\b\\x: note: special-scheme-missing-following-solidus at byte 6\n"
                "hrefkit: http:\\\\b\\x: note: invalid-reverse-solidus at byte 8\n"});
}

TEST_CASE("control characters are escaped on a terminal", "[url]") {
  const Args args{"foo:\x1B\xE2\x80\xAE"};
  CHECK(run_url(args, {.out_is_terminal = true}).out.starts_with("input     foo:\\x1B\\u202E\n"));
  CHECK(run_url(args).out.starts_with("input     foo:\x1B\xE2\x80\xAE\n"));
  const CliResult compared =
      run_url({"--compare", "--format=jsonl", args[0]}, {.out_is_terminal = true});
  CHECK(compared.out.starts_with("{\"input\":\"foo:\\u001b\\u202e\","));
}

TEST_CASE("ill-formed UTF-8 in an argument becomes U+FFFD", "[url]") {
  CHECK(href({"http://a/\xFF"}) == "http://a/%EF%BF%BD");
}

struct UsageCase {
  Args args;
  std::string message;
};

TEST_CASE("wrong usage of url", "[url][usage]") {
  const UsageCase cases[] = {
      {{}, "no URL given; --batch reads them from standard input"},
      {{"--batch", "http://a/"}, "--batch: reads standard input and takes no URL"},
      {{"--batch", "--compare"}, "--compare and --batch cannot be used together"},
      {{"--batch", "--set=port=1"}, "--set and --batch cannot be used together"},
      {{"--compare", "--set=port=1", "x:"}, "--set and --compare cannot be used together"},
      {{"--base", "b", "x"}, "--base: 'b' is not an absolute URL"},
      {{"--encoding", "nope", "x"}, "--encoding: unknown encoding label 'nope'"},
      {{"--standard", "rfc", "x"},
       "--standard: 'rfc' is not one of whatwg, whatwg-2012, html5, web-address"},
      {{"--set", "port", "x:"}, "--set: 'port' is not PART=VALUE"},
      {{"--set", "path=x", "x:"}, "--set: whatwg has no setter 'path'"},
      {{"--set", "origin=x", "x:"}, "--set: whatwg has no setter 'origin'"},
      {{"--standard=html5", "--set=username=x", "x:"}, "--set: html5 has no setter 'username'"},
      {{"--format", "html", "x:"}, "--format: 'html' is not one of text, json, jsonl, csv"},
      {{"--jobs", "2", "x:"},
       "unknown option '--jobs'; it is an option of hrefkit resolve, check, rewrite, archive, "
       "compare and base"},
  };
  for (auto const& [args, message] : cases) {
    CAPTURE(args);
    CHECK(run_url(args) == CliResult{2, "",
                                     "hrefkit: error: " + message +
                                         "\nRun 'hrefkit url --help' for more information.\n"});
  }
}

TEST_CASE("the configuration may set the options of url", "[url][config]") {
  const TemporaryFolder folder;
  folder.write(".hrefkit.toml",
               "standard = 'html5'\nkinds = ['image']\n"
               "[url]\nbase = 'http://a/b'\nset = ['port=81', 'hash=x=y']\n");
  CHECK(href({"c|d"}) == "http://a:81/c%7Cd#x=y");
}

TEST_CASE("--compare shows all standards and their first difference", "[url][compare]") {
  CHECK(run_url({"--compare", "http://EXAMPLE.com/a|b", "c", "--base=http://a/b"}) ==
        CliResult{0,
                  R"(input        http://EXAMPLE.com/a|b
base         http://a/b
whatwg       http://example.com/a|b
whatwg-2012  http://example.com/a|b
html5        http://EXAMPLE.com/a%7Cb
web-address  http://EXAMPLE.com/a%7Cb
First difference: host parser
  whatwg       3.5, host parser              example.com
  whatwg-2012  4.2, host parser              example.com
  html5        2.6.3 step 6, IDNA2003        EXAMPLE.com
  web-address  3 step 6, IDNA2003            EXAMPLE.com
Other differences: path

input        c
base         http://a/b
whatwg       http://a/c
whatwg-2012  http://a/c
html5        http://a/c
web-address  http://a/c
No difference.
)",
                  ""});
}

TEST_CASE("--compare shows failures", "[url][compare]") {
  CHECK_THAT(run_url({"--compare", "1http:x"}).out,
             Catch::EndsWith("\nNo difference: it is an error under every standard.\n"));
  CHECK(run_url({"--compare", "http://h:port/"}) == CliResult{1,
                                                              R"(input        http://h:port/
whatwg       error: invalid-port
whatwg-2012  error: invalid-port
html5        error: no-grammar-match
web-address  error: no-grammar-match
First difference: syntax of the reference
  whatwg       4.4, no scheme state          passes, fails later: the port is not a number from 0 to 65535
  whatwg-2012  5.2, no scheme state          passes, fails later: the port is not a number from 0 to 65535
  html5        2.6.2, RFC 3986's grammar     the reference does not match RFC 3986's grammar
  web-address  2, RFC 3986's grammar         the reference does not match RFC 3986's grammar
)",
                                                              ""});
  CHECK_THAT(run_url({"--compare", "data://h"}).out, Catch::EndsWith(R"(First difference: scheme
  whatwg       4.4, scheme state             data
  whatwg-2012  5.2, scheme state             data
  html5        2.6.3 steps 9 and 10          the URL breaks a rule of its scheme
  web-address  3 steps 9 and 10              the URL breaks a rule of its scheme
)"));
}

struct DifferenceCase {
  char const* input;
  char const* differences;
};

TEST_CASE("--compare finds every difference", "[url][compare]") {
  const DifferenceCase cases[] = {
      {"http://a/b?c#d", "[]"},
      {"x", "[]"},
      {"http://a:80/", "[\"port\"]"},
      {"http://u%41:@a/", "[\"credentials\"]"},
      {"http://a", "[\"path\"]"},
      {"http://a/#a b", "[\"fragment\"]"},
      {"http://a/?'", "[\"query\"]"},
      {"mailto:a b", "[\"path\"]"},
      {"HTTP:x", "[\"scheme\",\"host\",\"path\"]"},
      {"http://a b/", "[\"host\"]"},
      {"http://[::1/", "[\"reference\"]"},
  };
  for (auto const& [input, differences] : cases) {
    const std::string out = run_url({"--compare", "--format=jsonl", input}).out;
    INFO(out);
    CHECK(out.starts_with("{\"input\":\"" + std::string(input) + "\",\"whatwg\":{"));
    CHECK(out.ends_with(",\"differences\":" + std::string(differences) + "}\n"));
  }
}

}  // namespace

}  // namespace hrefkit::test
