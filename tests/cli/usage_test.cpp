// Covers: src/cli/command_line.cpp src/cli/options/choices.cpp src/cli/options/help.cpp
// Covers: src/cli/options/option_set.cpp src/cli/options/options.cpp src/cli/run.cpp
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

using Args = std::vector<std::string>;

struct UsageCase {
  Args args;
  std::string message;  ///< after "hrefkit: error: "
};

TEST_CASE("wrong usage is told in a line, and ends with 2", "[usage]") {
  const TemporaryFolder folder;
  folder.write("a.html", "");
  folder.write("s/a.html", "");
  const std::string no_base =
      " is not an absolute URL: the reference is relative and there is no base URL that it can be "
      "relative to";
  const UsageCase cases[] = {
      {{}, "no command given"},
      {{"foo"}, "'foo' is not a command"},
      {{"resolv", "a.html"}, "'resolv' is not a command; did you mean resolve?"},
      {{"-"}, "'-' is not a command"},
      {{"--quiet", "resolve"},
       "'--quiet' stands in the place of a command: hrefkit COMMAND [OPTIONS] [INPUT...]"},
      {{"resolve"}, "INPUT: no input: name files, folders, or - for standard input"},
      {{"resolve", "--bogus", "a.html"}, "unknown option '--bogus'"},
      {{"resolve", "--formt=csv", "a.html"}, "unknown option '--formt'; did you mean --format?"},
      {{"resolve", "-x", "a.html"}, "unknown option '-x'"},
      {{"resolve", "--format", "xml", "a.html"},
       "--format: 'xml' is not one of text, json, jsonl, csv"},
      {{"resolve", "--format"}, "--format needs a value"},
      {{"resolve", "--kinds", "foo", "a.html"},
       "--kinds: 'foo' is not one of hyperlink, stylesheet, script, image, media, frame, object, "
       "form, cite, ping, refresh, base, css, resource, metadata"},
      {{"resolve", "--elements", "a, ,b", "a.html"}, "--elements: an item of the list is empty"},
      {{"resolve", "--standard", "rfc", "a.html"},
       "--standard: 'rfc' is not one of whatwg, whatwg-2012, html5, web-address"},
      {{"resolve", "--fail-on", "x", "a.html"}, "--fail-on: 'x' is not one of unresolvable"},
      {{"resolve", "--color", "blue", "a.html"},
       "--color: 'blue' is not one of auto, always, never"},
      {{"resolve", "-q", "-v", "a.html"}, "--quiet and --verbose cannot be used together"},
      {{"resolve", "--encoding", "utf-7", "a.html"}, "--encoding: unknown encoding label 'utf-7'"},
      {{"resolve", "--content-type", "image/png", "a.html"},
       "--content-type: 'image/png' is not a media type of HTML, XML, CSS or web app manifests"},
      {{"resolve", "--url", "page", "a.html"}, "--url: 'page'" + no_base},
      {{"resolve", "--url", "http://[", "a.html"},
       "--url: 'http://[' is not an absolute URL: the host in brackets is not an IPv6 address"},
      {{"resolve", "--creator", "/x", "a.html"}, "--creator: '/x'" + no_base},
      {{"resolve", "--container", "/x", "a.html"}, "--container: '/x'" + no_base},
      {{"resolve", "--site-url", "docs", "s"}, "--site-url: 'docs'" + no_base},
      {{"resolve", "--site-url", "mailto:x@y", "s"},
       "--site-url: 'mailto:x@y' cannot be the address of a folder"},
      {{"resolve", "--url", "http://a.example/", "a.html", "-"},
       "--url: is the address of one document; use --site-url for several"},
      {{"resolve", "--url", "http://a.example/", "s"},
       "--url: is the address of one document; use --site-url for several"},
      {{"resolve", "--files-from", "missing"}, "--files-from: missing: No such file or directory"},
      {{"resolve", "--files-from", "."}, "--files-from: .: Is a directory"},
      {{"resolve", "--files-from", "a.html"},
       "INPUT: no input: name files, folders, or - for standard input"},
      {{"resolve", "-o", "a.html", "a.html"}, "--output: 'a.html' is one of the inputs"},
  };
  for (auto const& [args, message] : cases) {
    CAPTURE(args);
    const std::string command = !args.empty() && args.front() == "resolve" ? "resolve " : "";
    CHECK(run_cli(args) == CliResult{2, "",
                                     "hrefkit: error: " + message + "\nRun 'hrefkit " + command +
                                         "--help' for more information.\n"});
  }
}

TEST_CASE("--help goes to standard output", "[usage]") {
  const CliResult help = run_cli({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(help.err == "");
  CHECK(help.out.starts_with("Finds every link in HTML, XHTML and SVG"));
  CHECK(help.out.find("\n  resolve ") != std::string::npos);
  CHECK(help.out.ends_with(".\n"));
  CHECK(run_cli({"-h"}) == help);

  const CliResult resolve = run_cli({"resolve", "--help"});
  CHECK(resolve.exit_code == 0);
  CHECK(resolve.err == "");
  for (char const* option : {"--site-url", "--format", "--kinds", "--elements", "--unique",
                             "--fail-on", "--files-from", "--output", "--jobs", "--config"}) {
    CAPTURE(option);
    CHECK(resolve.out.find(option) != std::string::npos);
  }
}

TEST_CASE("--version tells the version", "[usage]") {
  const CliResult version = run_cli({"--version"});
  CHECK(version.exit_code == 0);
  CHECK(version.out.starts_with("hrefkit "));
  CHECK(version.out.ends_with("\n"));
}

TEST_CASE("of an option given twice the later value counts, an empty value is empty", "[usage]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=http://b.example/>");
  const std::string text = run_cli({"resolve", "a.html"}).out;
  CHECK(run_cli({"resolve", "--format", "csv", "a.html", "--format=text"}).out == text);
  CHECK(run_cli({"resolve", "--url=", "a.html"}).out == text);
  CHECK(run_cli({"resolve", "--url", "", "--output=", "a.html"}).out == text);
}

}  // namespace

}  // namespace hrefkit::test
