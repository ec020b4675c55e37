#include <algorithm>
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

/// `count` names with commas between.
std::string names(int count) {
  std::string list = "a0";
  for (int i = 1; i < count; ++i) list += ",a" + std::to_string(i);
  return list;
}

TEST_CASE("names that a server tries are at most a hundred", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  for (std::string const option : {"--index", "--extensions"}) {
    CAPTURE(option);
    CHECK(run_cli({"check", option, names(100), "s"}).exit_code == 0);
    CHECK(
        run_cli({"rewrite", "--dry-run", "--to", "absolute", option, names(100), "s"}).exit_code ==
        0);
    for (Args const& args : {Args{"check"}, Args{"rewrite", "--dry-run", "--to", "absolute"}}) {
      Args all = args;
      all.insert(all.end(), {option, names(101), "s"});
      const CliResult refused = run_cli(all);
      CHECK(refused.exit_code == 2);
      CHECK_THAT(refused.err,
                 Catch::StartsWith("hrefkit: error: " + option + ": takes at most 100 names\n"));
    }
  }
}

TEST_CASE("an index is the name of a file in a folder", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  for (std::string const name : {"sub/index.html", "/index.html", ""}) {
    const CliResult refused = run_cli({"check", "--index=" + name, "s"});
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::StartsWith("hrefkit: error: --index"));
  }
}

TEST_CASE("wrong usage is told in a short line, whatever was given", "[usage]") {
  const std::string value(1'000'000, 'v');
  for (Args const& args :
       {Args{value}, Args{"--" + value}, Args{"resolve", "--" + value}, Args{"resolve", value},
        Args{"resolve", "--format", value, "a"}, Args{"resolve", "--files-from", value},
        Args{"resolve", "-j", value, "a"}, Args{"rewrite", "--map", value, "a"},
        Args{"check", value}, Args{"url", "--set", value, "http://a.example/"}}) {
    const CliResult refused = run_cli(args);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::StartsWith("hrefkit: "));
    CHECK(refused.err.size() < 10'000);
  }
}

TEST_CASE("wrong usage is told in a line, and ends with 2", "[usage]") {
  const TemporaryFolder folder;
  folder.write("a.html", "");
  folder.write("s/a.html", "");
  const std::string no_base =
      " is not an absolute URL: the reference is relative and there is no base URL that it can be "
      "relative to";
  const std::string read_twice =
      "standard input can be read only once: it is the list, and an input";
  const UsageCase cases[] = {
      {{}, "no command given"},
      {{"foo"}, "'foo' is not a command"},
      {{"resolv", "a.html"}, "'resolv' is not a command; did you mean resolve?"},
      {{"-"}, "'-' is not a command; did you mean hrefkit resolve -?"},
      {{"a.html"}, "'a.html' is not a command; did you mean hrefkit resolve a.html?"},
      {{"s"}, "'s' is not a command; did you mean hrefkit resolve s?"},
      {{"dir/missing"},
       "'dir/missing' is not a command; did you mean hrefkit resolve dir/missing?"},
      {{"https://h.example/"},
       "'https://h.example/' is not a command; hrefkit does not use the network: curl -s "
       "https://h.example/ | hrefkit resolve --url https://h.example/ -"},
      {{"help", "resolv"}, "'resolv' is not a command; did you mean resolve?"},
      {{"--quiet"}, "no command given: hrefkit COMMAND [OPTIONS] [INPUT...]"},
      {{"--format", "csv"}, "no command given: hrefkit COMMAND [OPTIONS] [INPUT...]"},
      {{"resolve", "--compare", "a.html"},
       "unknown option '--compare'; it is an option of hrefkit url"},
      {{"resolve", "--set-base=x", "a.html"},
       "unknown option '--set-base'; it is an option of hrefkit effects"},
      {{"resolve", "--unique=yes", "a.html"}, "--unique takes no value"},
      {{"resolve", "--format", "jsn", "a.html"},
       "--format: 'jsn' is not one of text, json, jsonl, csv; did you mean json?"},
      {{"resolve", "-0", "a.html"},
       "--null: is about the file of --files-from, which is not given"},
      {{"resolve", "--ext", "php", "a.html"}, "--ext: 'php' is not EXT=TYPE, such as php=html"},
      {{"resolve", "--ext", "php=htm1", "a.html"},
       "--ext: 'htm1' is not a media type that is read, such as text/html, nor one of html, htm, "
       "xhtml, xht, svg, css, atom, rss, xml, webmanifest; did you mean html?"},
      {{"resolve", "--root", "missing", "a.html"}, "--root: missing: No such file or directory"},
      {{"resolve", "--root", "a.html", "a.html"}, "--root: a.html: Not a directory"},
      {{"resolve", "--site-url", "http://h.example/", "-"},
       "--site-url: standard input has no path below a root: give its address with --url"},
      {{"resolve", "--batch", "a.html"}, "--batch: reads standard input and takes no INPUT"},
      {{"resolve", "--batch", "-f", "csv"}, "--batch: answers with JSON Lines, in no other format"},
      {{"resolve", "--no-progress", "--progress", "auto", "a.html"},
       "--progress and --no-progress cannot be used together"},
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
      {{"resolve", "--ext", "a/b=html", "s"},
       "--ext: 'a/b' is not the extension of a file's name, such as html"},
      {{"resolve", "--url", "http://a.example/", "a.html", "-"},
       "--url: is the address of one document; use --site-url for several"},
      {{"resolve", "--url", "http://a.example/", "s"},
       "--url: is the address of one document; use --site-url for several"},
      {{"resolve", "--files-from", "missing"}, "--files-from: missing: No such file or directory"},
      {{"resolve", "--files-from", "."}, "--files-from: .: Is a directory"},
      {{"resolve", "--files-from", "-", "-"}, "--files-from: " + read_twice},
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
  CHECK(run_cli({"archive", "--files-from", "-"}, {.in = "-\n"}).exit_code == 2);
}

TEST_CASE("options may stand before the command", "[usage]") {
  const TemporaryFolder folder;
  folder.write("a.html", "<a href=http://b.example/>");
  folder.write("check/a.html", "");
  const CliResult csv = run_cli({"resolve", "-q", "--format", "csv", "a.html"});
  CHECK(csv.exit_code == 0);
  CHECK(run_cli({"-q", "--format", "csv", "resolve", "a.html"}) == csv);
  CHECK(run_cli({"-q", "-f", "csv", "resolve", "a.html"}) == csv);
  CHECK(run_cli({"--format=csv", "resolve", "-q", "a.html"}) == csv);
  // A value that is named like a command is a value.
  run_cli({"-o", "check/out", "resolve", "a.html"});
  CHECK(folder.read("check/out") == run_cli({"resolve", "a.html"}).out);
}

TEST_CASE("help and the version have short names", "[usage]") {
  CHECK(run_cli({"help"}) == run_cli({"--help"}));
  CHECK(run_cli({"help", "base"}) == run_cli({"base", "--help"}));
  CHECK(run_cli({"-V"}) == run_cli({"--version"}));
  for (char const* command : {"resolve", "check", "rewrite", "archive", "base", "effects", "url"}) {
    CAPTURE(command);
    const std::string help = run_cli({command, "--help"}).out;
    CHECK(help.find("\nExamples:\n") != std::string::npos);
    CHECK(help.find("  hrefkit " + std::string(command) + " ") != std::string::npos);
  }
}

TEST_CASE("help is as wide as the terminal", "[usage]") {
  const auto longest = [](std::size_t width) {
    const std::string help =
        run_cli({"base", "--help"}, {.out_is_terminal = true, .width = width}).out;
    std::size_t most = 0;
    for (std::size_t begin = 0; begin < help.size();) {
      const std::size_t end = help.find('\n', begin);
      most = std::max(most, end - begin);
      begin = end + 1;
    }
    return most;
  };
  CHECK(longest(100) > 80);
  CHECK(longest(100) <= 100);
  CHECK(longest(60) <= 60);
  CHECK(longest(1000) <= 120);
  CHECK(run_cli({"base", "--help"}).out ==
        run_cli({"base", "--help"}, {.out_is_terminal = true, .width = 80}).out);
}

TEST_CASE("--help goes to standard output", "[usage]") {
  const CliResult help = run_cli({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(help.err == "");
  CHECK(help.out.starts_with("Finds every link in HTML, XHTML, SVG, CSS"));
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
  CHECK(version.out == "hrefkit " HREFKIT_FULL_VERSION "\n");
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
