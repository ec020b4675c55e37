#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/site/host.h"
#include "hrefkit/text/enum_table.h"
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
        run_cli({"rewrite", "--dry-run", "--to", "relative", option, names(100), "s"}).exit_code ==
        0);
    for (Args const& args : {Args{"check"}, Args{"rewrite", "--dry-run", "--to", "relative"}}) {
      Args all = args;
      all.insert(all.end(), {option, names(101), "s"});
      const CliResult refused = run_cli(all);
      CHECK(refused.exit_code == 2);
      CHECK_THAT(refused.err,
                 Catch::StartsWith("hrefkit: error: " + option + ": takes at most 100 names\n"));
    }
  }
}

TEST_CASE("globs that each path is compared with are at most a thousand", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  const auto glob_lines = [](int count) {
    std::string lines = "exclude-path = [";
    for (int i = 0; i < count; ++i) lines += "\"b" + std::to_string(i) + "\",\n";
    return lines + "]\n";
  };
  for (const std::string glob : {"--include=a*", "--exclude=b", "--exclude-path=b"}) {
    CAPTURE(glob);
    Args args{"resolve", "s"};
    args.resize(1002, glob);
    CHECK(run_cli(args).exit_code == 0);
    args.push_back(glob);
    const CliResult refused = run_cli(args);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err,
               Catch::Contains(glob.substr(0, glob.find('='))) && Catch::Contains("at most 1,000"));
  }
  folder.write(".hrefkit.toml", glob_lines(1000));
  CHECK(run_cli({"check", "s"}).exit_code == 0);
  folder.write(".hrefkit.toml", glob_lines(1001));
  CHECK(run_cli({"check", "s"}).exit_code == 2);
}

TEST_CASE("attributes that each link is compared with are at most a thousand", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  const auto run_with = [](Args args, std::string const& before, std::string const& after,
                           int count) {
    for (int i = 0; i < count; ++i) args.push_back(before + std::to_string(i) + after);
    return run_cli(args);
  };
  const Args resolve{"resolve", "s"};
  CHECK(run_with(resolve, "--attribute=img[data-a", "]=url", 1000).exit_code == 0);
  const CliResult refused = run_with(resolve, "--attribute=img[data-a", "]=url", 1001);
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Catch::Contains("--attribute") && Catch::Contains("at most 1,000"));
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
  const std::string no_base = " is not an absolute URL";
  const std::string read_twice =
      "standard input can be read only once: it is the list, and an input";
  const UsageCase cases[] = {
      {{"--quiet"},
       "no command given: hrefkit COMMAND [OPTIONS] [INPUT...]; hrefkit --help lists the commands"},
      {{"--format", "csv"},
       "no command given: hrefkit COMMAND [OPTIONS] [INPUT...]; hrefkit --help lists the commands"},
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
       "xhtml, xht, svg, css, atom, rss, xml, webmanifest, js, mjs, cjs; did you mean html?"},
      {{"resolve", "--root", "missing", "a.html"}, "--root: missing: No such file or directory"},
      {{"resolve", "--root", "a.html", "a.html"}, "--root: a.html: Not a directory"},
      {{"resolve", "--site-url", "http://h.example/", "-"},
       "--site-url: standard input has no path below a root: give its address with --url"},
      {{"resolve", "--batch", "a.html"}, "--batch: reads standard input and takes no INPUT"},
      {{"resolve", "--batch", "-f", "csv"}, "--batch: answers with JSON Lines, in no other format"},
      {{"resolve", "--no-progress", "--progress", "auto", "a.html"},
       "--progress and --no-progress cannot be used together"},
      {{"resolve"}, "no input: name files, folders, or - for standard input"},
      {{"resolve", "--bogus", "a.html"}, "unknown option '--bogus'"},
      {{"resolve", "--formt=csv", "a.html"}, "unknown option '--formt'; did you mean --format?"},
      {{"resolve", "-x", "a.html"}, "unknown option '-x'"},
      {{"resolve", "--format", "xml", "a.html"},
       "--format: 'xml' is not one of text, json, jsonl, csv"},
      {{"resolve", "--format"}, "--format needs a value"},
      {{"resolve", "--kinds", "foo", "a.html"},
       "--kinds: 'foo' is not one of hyperlink, stylesheet, script, image, media, frame, object, "
       "form, cite, ping, refresh, base, css, resource, metadata, module, worker, sourcemap"},
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
      {{"resolve", "--files-from", "a.html"}, "--files-from: a.html names no input"},
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

// What new users type first.

struct FirstWords {
  Args args;
  std::string line;  ///< after "hrefkit: error: ", all that is told
};

TEST_CASE("a word that is no command is told in one line with what is meant", "[usage]") {
  const TemporaryFolder folder;
  folder.write("a.html", "");
  folder.write("a b.html", "");
  folder.write("crawl.warc.gz", "");
  folder.write("s/a.html", "");
  const auto meant = [](std::string const& word, std::string const& lines) {
    return FirstWords{{word}, "no command '" + word + "'; did you mean: hrefkit " + lines};
  };
  std::vector<FirstWords> cases{
      {{"foo"}, "no command 'foo'; hrefkit --help lists the commands"},
      {{"resolv", "a.html"}, "no command 'resolv'; did you mean: hrefkit resolve"},
      {{"-q", "links", "a.html"}, "no command 'links'; did you mean: hrefkit resolve"},
      meant("-", "resolve -"),
      meant("a.html", "resolve a.html"),
      meant("a b.html", "resolve 'a b.html'"),
      meant("crawl.warc.gz", "archive crawl.warc.gz"),
      meant("s", "check s or hrefkit resolve s"),
      meant("s/", "check s/ or hrefkit resolve s/"),
      meant("dir/missing", "resolve dir/missing"),
      {{"https://h.example/"},
       "no command 'https://h.example/'; hrefkit check https://h.example/ crawls it; for its "
       "links: "
       "curl -s https://h.example/ | hrefkit resolve --url https://h.example/ -"},
      {{"localhost:8000"},
       "no command 'localhost:8000'; did you mean http://localhost:8000/? hrefkit check "
       "http://localhost:8000/ crawls it; for its links: curl -s http://localhost:8000/ | hrefkit "
       "resolve --url http://localhost:8000/ -"},
      {{"https://h.example/a.warc.gz"},
       "no command 'https://h.example/a.warc.gz'; curl -s https://h.example/a.warc.gz | hrefkit "
       "archive -"},
      {{"explain", "missing-file"}, "no command 'explain'; did you mean: hrefkit help RULE"},
      {{"rules"}, "no command 'rules'; did you mean: hrefkit help rules"},
      {{"missing-file"}, "no command 'missing-file'; did you mean: hrefkit help missing-file"},
      {{"chcek", "s"}, "no command 'chcek'; did you mean: hrefkit check"},
      {{"help", "explain"}, "no command, topic or rule 'explain'; did you mean: hrefkit help RULE"},
      {{"help", "host"}, "no command, topic or rule 'host'; did you mean: hrefkit help hosts"},
      {{"completion", "bash"},
       "no command 'completion'; hrefkit --generate bash prints the completion script of bash"},
      {{"help", "resolv"},
       "no command, topic or rule 'resolv'; did you mean: hrefkit help resolve"},
      {{"help", "links"}, "no command, topic or rule 'links'; did you mean: hrefkit help resolve"},
      {{"help", "missing-fil"},
       "no command, topic or rule 'missing-fil'; did you mean: hrefkit help missing-file"},
      {{"help", "foo"},
       "no command, topic or rule 'foo'; hrefkit help lists commands and topics, hrefkit help "
       "rules the rules"},
  };
  for (char const* word : {"links", "list", "extract"}) cases.push_back(meant(word, "resolve"));
  for (char const* word : {"scan", "crawl", "lint"}) cases.push_back(meant(word, "check"));
  for (char const* word : {"convert", "replace", "relink"}) cases.push_back(meant(word, "rewrite"));
  for (auto const& [args, line] : cases) {
    CAPTURE(args);
    CHECK(run_cli(args) == CliResult{2, "", "hrefkit: error: " + line + "\n"});
  }
}

TEST_CASE("an option of other programs is told with what does the same", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  const std::string always = "leave it out: ";
  const FirstWords cases[] = {
      {{"resolve", "--json", "s"}, "did you mean --format json?"},
      {{"resolve", "--csv", "s"}, "did you mean --format csv?"},
      {{"check", "--html", "s"}, "did you mean --format html?"},
      {{"check", "--md", "s"}, "did you mean --format markdown?"},
      {{"check", "--sarif", "s"}, "did you mean --format sarif?"},
      {{"effects", "--html", "s"}, "did you mean --format html?"},
      {{"resolve", "--html", "s"}, "html is a format of hrefkit check and effects"},
      {{"check", "--ignore", "x", "s"}, "did you mean --exclude-url?"},
      {{"check", "--ignore=x", "s"}, "did you mean --exclude-url?"},
      {{"resolve", "--skip", "x", "s"}, "did you mean --exclude-url?"},
      {{"base", "--ignore", "x", "s"}, "did you mean --exclude-path?"},
      {{"check", "--recursive", "s"},
       always + "folders are read with all folders in them, and a URL is crawled"},
      {{"resolve", "-r", "s"}, always + "folders are read with all folders in them"},
      {{"check", "--offline", "s"}, always + "no other site is asked without --external check"},
      {{"check", "--include-fragments", "s"}, always + "fragments are always checked"},
      {{"rewrite", "--dry", "s"}, "did you mean --dry-run?"},
      {{"rewrite", "-n", "s"}, "did you mean --dry-run?"},
      {{"check", "--dry", "s"}, "--dry-run is an option of hrefkit rewrite"},
      {{"rewrite", "--inplace", "s"}, "did you mean --in-place?"},
      {{"check", "--threads", "2", "s"}, "did you mean --jobs?"},
      {{"url", "--threads", "2", "x"},
       "--jobs is an option of hrefkit resolve, check, rewrite, archive, compare and base"},
      {{"check", "--root-url", "https://h.example/", "s"}, "did you mean --site-url?"},
      {{"url", "--base-url", "https://h.example/", "x"}, "did you mean --base?"},
      {{"resolve", "--base-url", "https://h.example/", "s"}, "did you mean --site-url?"},
      {{"check", "--base", "https://h.example/", "s"}, "did you mean --site-url?"},
      {{"effects", "--base", "/x/", "s"}, "did you mean --set-base?"},
      {{"check", "--cdxj", "s"}, "it is an option of hrefkit archive"},
      {{"check", "--check-extern", "s"}, "did you mean --external check?"},
      {{"check", "--no-external", "s"}, always + "no other site is asked without --external check"},
      {{"check", "--exclude-all-private", "s"},
       always + "private addresses are refused without --allow-private"},
      {{"check", "--ignore-status-codes", "404", "s"}, "did you mean --accept 200-299,CODES?"},
      {{"check", "--max-concurrency", "4", "s"}, "did you mean --connections?"},
      {{"resolve", "--max-concurrency", "4", "s"}, "did you mean --jobs?"},
      {{"check", "--max-retries", "3", "s"}, "did you mean --retries?"},
      {{"check", "--level", "3", "s"}, "did you mean --depth?"},
      {{"check", "--no-check-certificate", "s"}, "did you mean --insecure?"},
      {{"check", "-k", "s"}, "did you mean --insecure?"},
      {{"rewrite", "-k", "s"}, "did you mean --local?"},
      {{"rewrite", "--convert-links", "s"}, "did you mean --local?"},
      {{"rewrite", "--from", "a", "s"}, "did you mean --rebase?"},
      {{"resolve", "--absolute", "s"}, "--to is an option of hrefkit rewrite"},
      {{"check", "--include", "x", "s"}, "did you mean --include-path?"},
      {{"check", "--output-format", "json", "s"}, "did you mean --format?"},
      {{"archive", "--output-dir", "o", "s"}, "did you mean --extract?"},
      {{"resolve", "--output-dir", "o", "s"}, "did you mean --output?"},
      {{"check", "--empty", "s"}, "did you mean --allow-empty?"},
      {{"check", "--no-color", "s"}, "did you mean --color never?"},
      {{"check", "--concurrency", "9", "s"}, "did you mean --connections?"},
      {{"check", "--fallback-extensions", "html", "s"}, "did you mean --extensions html?"},
      {{"check", "--clean-urls", "s"}, "did you mean --extensions html?"},
      {{"check", "--assume_extension", "s"}, "did you mean --extensions html?"},
      {{"check", "--index-files", "a.html", "s"}, "did you mean --index?"},
      {{"check", "--remap", "a b", "s"},
       "--site-url names the address of the folder, --mount serves another folder below it"},
      {{"rewrite", "--swap-urls", "a:b", "s"}, "did you mean --rebase?"},
      {{"check", "--scheme", "https", "s"}, "did you mean --include-url ^https:?"},
      {{"check", "--require-https", "s"},
       "that is always so on a site of https: see the rules mixed-content and insecure-own-url"},
      {{"check", "--dump", "s"}, "hrefkit resolve prints the links"},
      {{"check", "--url-ignore", "x", "s"}, "did you mean --exclude-url?"},
      {{"check", "--checks", "Links", "s"}, "did you mean --rules?"},
      {{"check", "--http-status-ignore", "403", "s"}, "did you mean --accept 200-299,CODES?"},
      {{"check", "--internal-domains", "h.example", "s"}, "did you mean --site-url?"},
      {{"check", "--allow-hash-href", "s"}, always + "# is the top of the page"},
      {{"check", "--check-external-hash", "s"}, always + "fragments are always checked"},
      {{"check", "--server-root", "s"}, "did you mean --root?"},
      {{"check", "--no-check-external", "s"},
       always + "no other site is asked without --external check"},
      {{"check", "--markdown", "s"},
       "--format markdown is a report in Markdown; of pages in Markdown, check the HTML made from "
       "them"},
      {{"check", "--files", "a.html"},
       "files and folders are named without an option, a list of them by --files-from"},
      {{"check", "--mode", "plain", "s"}, "--format chooses the form of the report"},
      {{"check", "--include-verbatim", "s"},
       always + "links in code and pre count, and text there is no link"},
      {{"check", "--url", "https://h.example/"},
       "the folder or the URL is named without an option"},
      {{"check", "--strict", "s"}, "did you mean --fail-on warning?"},
      {{"check", "--one-page-only", "s"}, "did you mean --depth 0?"},
      {{"check", "--skip-tls-verification", "s"}, "did you mean --insecure?"},
      {{"rewrite", "--backup-converted", "s"}, "did you mean --backup .orig?"},
      {{"check", "--list-rules"},
       "hrefkit help rules lists the rules, hrefkit help RULE explains one"},
      {{"check", "--help-all"}, "did you mean --help?"},
  };
  for (auto const& [args, line] : cases) {
    CAPTURE(args);
    const std::string word = args[1].substr(0, args[1].find('='));
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err,
               Catch::StartsWith("hrefkit: error: unknown option '" + word + "'; " + line + "\n"));
  }
}

TEST_CASE("an unknown option is told without a guess", "[usage]") {
  for (std::string const option :
       {"--fools", "--colour-blind", "--keep-going", "--modes", "--swap", "-x", "-n", "--ab"}) {
    CAPTURE(option);
    CHECK_THAT(run_cli({"check", option}).err,
               Catch::StartsWith("hrefkit: error: unknown option '" + option + "'\n"));
  }
}

TEST_CASE("check: a folder with nearly the name of one that does not exist is proposed",
          "[usage]") {
  const TemporaryFolder folder;
  folder.write("public/docs/a.html", "");
  folder.write("publik", "");
  const std::vector<std::pair<std::string, std::string>> cases{
      {"pubic", "pubic does not exist; did you mean public?"},
      {"public/dosc/", "public/dosc/ does not exist; did you mean public/docs?"},
      {"publikk", "publikk does not exist; did you mean public?"},
      {"elsewhere", "elsewhere does not exist (the folder to check)"},
      {"elsewhere/docs", "elsewhere/docs does not exist (the folder to check)"},
      {"localhost:8080", "localhost:8080 does not exist; did you mean http://localhost:8080/?"},
  };
  for (auto const& [name, error] : cases) {
    CAPTURE(name);
    CHECK_THAT(run_cli({"check", name}).err, Catch::StartsWith("hrefkit: error: " + error + "\n"));
  }
}

TEST_CASE("an option in the place of a value is told", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  const CliResult result = run_cli({"rewrite", "--local", "--copy-assets", "-o", "n", "s"});
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err,
             Catch::StartsWith("hrefkit: error: --local: '--copy-assets' is an option, and the "
                               "DIR is missing; --local=--copy-assets if it is meant\n"));
  CHECK(run_cli({"check", "--exclude-url=--root", "s"}).exit_code == 0);
  CHECK(run_cli({"check", "--exclude-url", "--no-option", "s"}).exit_code == 0);
}

TEST_CASE("an option that took the only input is told", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  folder.write("a.warc", "");
  const FirstWords cases[] = {
      {{"check", "--cache", "s"}, "--cache took 's' as its FILE; which folder shall be checked?"},
      {{"check", "-o", "s", "-q"}, "-o took 's' as its FILE; which folder shall be checked?"},
      {{"check", "-q", "--exclude-url", "nothere"},
       "--exclude-url took 'nothere' as its REGEX; which folder shall be checked?"},
      {{"check", "--exclude-url", "s", "--site-url", "https://h.example/"},
       "--exclude-url took 's' as its REGEX; which folder shall be checked?"},
      {{"resolve", "--site-url", "s/a.html"},
       "--site-url took 's/a.html' as its URL; which file or folder shall be read?"},
      {{"rewrite", "--to", "relative", "-o", "s"},
       "-o took 's' as its PATH; which file or folder shall be read?"},
      {{"archive", "--extract", "a.warc"},
       "--extract took 'a.warc' as its DIR; which archive shall be read?"},
      {{"url", "--base", "https://h.example/"},
       "--base took 'https://h.example/' as its URL; which URL shall be parsed?"},
      {{"compare", "s", "--map", "s"}, "--map took 's' as its FILE; which are the two folders?"},
      {{"check", "--depth", "3"}, "name the folder or the URL to check: hrefkit check public"},
      {{"check", "--format", "json"}, "name the folder or the URL to check: hrefkit check public"},
      {{"check", "--cache=s"}, "name the folder or the URL to check: hrefkit check public"},
      {{"check"}, "name the folder or the URL to check: hrefkit check public"},
  };
  for (auto const& [args, line] : cases) {
    CAPTURE(args);
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::StartsWith("hrefkit: error: " + line + "\n"));
  }
}

TEST_CASE("what is often typed is taken as it is", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=missing>");
  const CliResult version = run_cli({"--version"});
  CHECK(run_cli({"version"}) == version);
  for (char const* command : {"resolve", "check", "rewrite", "archive", "base", "effects", "url"}) {
    CAPTURE(command);
    CHECK(run_cli({command, "--version"}) == version);
    CHECK(run_cli({command, "-q", "-V"}) == version);
  }
  CHECK(run_cli({"url", "--", "--version"}).exit_code == 1);  // a URL that does not parse
  CHECK(run_cli({}) == run_cli({"-h"}));
  CHECK(run_cli({}).exit_code == 0);
  const auto same = [](Args const& args, Args const& usual) {
    CAPTURE(args);
    CHECK(run_cli(args) == run_cli(usual));
    CHECK(run_cli(args).exit_code != 2);
  };
  same({"check", "-f", "md", "s"}, {"check", "-f", "markdown", "s"});
  same({"check", "--severity", "missing-file=warn", "s"},
       {"check", "--severity", "missing-file=warning", "s"});
  same({"check", "--severity", "missing-file=warn", "--fail-on", "warn", "s"},
       {"check", "--severity", "missing-file=warning", "--fail-on", "warning", "s"});
}

TEST_CASE("a rule is explained", "[usage]") {
  for (std::string const rule : {"missing-file", "base-ignored", "redirected-link", "external"}) {
    CAPTURE(rule);
    const CliResult help = run_cli({"help", rule});
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    CHECK_THAT(help.out, Catch::StartsWith(rule + " ("));
    for (char const* part : {"\nExample:\n  ", "\nRepair:\n  ", "\nSilence:\n  "}) {
      CHECK(help.out.find(part) != std::string::npos);
    }
    CHECK(help.out.find("--severity " + rule + "=off") != std::string::npos);
  }
}

TEST_CASE("an input of a wrong kind is told with what reads it", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<p>");
  folder.write("s/b.html", "<p>");
  folder.write("crawl.warc.gz", "\x1f\x8b");
  folder.write("crawl.warc", "WARC/1.0\r\n");
  folder.write("noname", "WARC/1.1\r\n");
  const std::string archive = "is a web archive: hrefkit archive reads it";
  const std::string curl =
      "hrefkit check https://h.example/ crawls it; for its links: curl -s https://h.example/ | "
      "hrefkit resolve --url https://h.example/ -";
  const FirstWords cases[] = {
      {{"resolve", "crawl.warc.gz"}, archive},
      {{"resolve", "crawl.warc"}, archive},
      {{"resolve", "noname"}, archive},
      {{"base", "crawl.warc.gz"}, archive},
      {{"effects", "--remove-base", "crawl.warc.gz"}, archive},
      {{"rewrite", "--drop-base", "crawl.warc.gz"}, archive},
      {{"rewrite", "--drop-base", "crawl.warc.gz"}, "; --extract DIR writes a folder of its pages"},
      {{"rewrite", "crawl.warc"}, "'crawl.warc' " + archive + "; --extract DIR writes a folder"},
      {{"check", "crawl.warc.gz"}, "hrefkit archive reads it; --missing lists"},
      {{"check", "crawl.warc.gz", "s/a.html"}, "hrefkit archive reads it; --missing lists"},
      {{"check", "s/a.html", "noname"}, "noname: warning: is not one of the site's pages"},
      {{"compare", "crawl.warc.gz", "s"}, archive + "; --extract DIR writes a folder to compare"},
      {{"compare", "s", "crawl.warc"}, archive + "; --extract DIR writes a folder to compare"},
      {{"archive", "s/a.html"}, "; hrefkit resolve reads it"},
      {{"effects", "--remove-base", "s"}, "; hrefkit resolve and base read folders"},
      {{"url", "s/a.html"}, "it is a file: did you mean hrefkit resolve s/a.html?"},
      {{"resolve", "https://h.example/"}, curl},
      {{"archive", "https://h.example/"}, curl},
  };
  for (auto const& [args, line] : cases) {
    CAPTURE(args);
    CHECK_THAT(run_cli(args).err, Catch::Contains(line));
  }
  for (Args const& args :
       {Args{"check", "crawl.warc.gz"}, Args{"check", "crawl.warc", "crawl.warc.gz"},
        Args{"rewrite", "crawl.warc"}, Args{"compare", "crawl.warc", "s"}}) {
    CAPTURE(args);
    CHECK(run_cli(args).exit_code == 2);
  }
  CHECK(run_cli({"check", "crawl.warc.gz", "s/a.html"}).exit_code == 0);
}

TEST_CASE("the usage of a command says what it takes", "[usage]") {
  const FirstWords cases[] = {
      {{"resolve"}, "[INPUT...]"}, {{"check"}, "FOLDER|URL"}, {{"rewrite"}, "[INPUT...]"},
      {{"archive"}, "[FILE...]"},  {{"base"}, "[INPUT...]"},  {{"effects"}, "INPUT"},
      {{"url"}, "[URL...]"},       {{"compare"}, "OLD NEW"},
  };
  for (auto const& [args, line] : cases) {
    CHECK_THAT(run_cli({args.front(), "--help"}).out,
               Catch::Contains("\nUsage: hrefkit " + args.front() + " [OPTIONS] " + line + "\n"));
  }
}

TEST_CASE("an address that lacks its scheme is told with it", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  const FirstWords cases[] = {
      {{"h.example"}, "is not an absolute URL; did you mean https://h.example/?"},
      {{"www.h.example/docs/"},
       "is not an absolute URL; did you mean https://www.h.example/docs/?"},
      {{"//h.example/docs"}, "is not an absolute URL; did you mean https://h.example/docs?"},
      {{"h.example:8080"},
       "cannot be the address of a folder; did you mean https://h.example:8080/?"},
      {{"localhost:1313"},
       "cannot be the address of a folder; did you mean http://localhost:1313/?"},
      {{"127.0.0.1:8000"}, "is not an absolute URL; did you mean http://127.0.0.1:8000/?"},
      {{"[::1]:8000/a"}, "is not an absolute URL; did you mean http://[::1]:8000/a?"},
      {{"h.example/a.html"}, "is not an absolute URL; did you mean https://h.example/a.html?"},
      {{"docs"}, "is not an absolute URL"},
      {{"index.html"}, "is not an absolute URL"},
      {{"/docs/"}, "is not an absolute URL"},
      {{"../docs"}, "is not an absolute URL"},
      {{"http://["}, "is not an absolute URL: the host in brackets is not an IPv6 address"},
      {{"mailto:a.b"}, "cannot be the address of a folder"},
  };
  for (auto const& [args, line] : cases) {
    CAPTURE(args);
    CHECK_THAT(
        run_cli({"check", "--site-url", args.front(), "s"}).err,
        Catch::StartsWith("hrefkit: error: --site-url: '" + args.front() + "' " + line + "\n"));
  }
  CHECK_THAT(run_cli({"url", "--base", "h.example/a", "x"}).err,
             Catch::StartsWith("hrefkit: error: --base: 'h.example/a' is not an absolute URL; did "
                               "you mean https://h.example/a?\n"));
}

TEST_CASE("a host in place of a file is told with its scheme", "[usage]") {
  const TemporaryFolder folder;
  folder.write("localhost:3000", "");
  folder.write("www.kept.example/a.html", "");
  struct Case {
    std::string input;
    std::string url;  ///< that is proposed; empty: none
  };
  const Case cases[] = {
      {"127.0.0.1:8000", "http://127.0.0.1:8000/"},
      {"127.0.0.1/docs/", "http://127.0.0.1/docs/"},
      {"[::1]:8000", "http://[::1]:8000/"},
      {"localhost:8791/x", "http://localhost:8791/x"},
      {"localhost", "http://localhost/"},
      {"localhost:8000/index.html", "http://localhost:8000/index.html"},
      {"app.localhost:5173", "http://app.localhost:5173/"},
      {"www.h.example", "https://www.h.example/"},
      {"www.h.example/docs?a=b", "https://www.h.example/docs?a=b"},
      {"h.example:8443/x", "https://h.example:8443/x"},
      {"docs.site.org", "https://docs.site.org/"},
      {"site.com/docs/", "https://site.com/docs/"},
      {"localhost:3000", ""},    // a file of that name
      {"www.kept.example", ""},  // a folder
      {"docs.old", ""},
      {"page.html:12", ""},
      {"nothere", ""},
      {"nothere.html", ""},
      {"a/www.h.example", ""},
      {"mailto:a@h.example", ""},
  };
  for (auto const& [input, url] : cases) {
    CAPTURE(input);
    const std::string check = run_cli({"check", input}).err;
    const std::string resolve = run_cli({"resolve", input}).err;
    if (url.empty()) {
      CHECK(check.find("did you mean") == std::string::npos);
      CHECK(resolve.find("did you mean") == std::string::npos);
      continue;
    }
    const std::string hint = "; did you mean " + url + '?';
    CHECK_THAT(check, Catch::StartsWith("hrefkit: error: " + input + " does not exist" + hint));
    CHECK_THAT(resolve,
               Catch::Contains(hint) && Catch::Contains(" crawls it; for its links: curl "));
  }
  CHECK_THAT(run_cli({"url", "www.h.example"}).err,
             Catch::Contains("; did you mean https://www.h.example/?"));
  CHECK_THAT(run_cli({"url", "page.html"}).err, !Catch::Contains("did you mean"));
}

TEST_CASE("what is not there is told with what helps", "[usage]") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  const FirstWords cases[] = {
      {{"check", "nothere"}, "nothere does not exist (the folder to check)"},
      {{"check", ""}, "the name of the folder to check is empty"},
      {{"check", "-"}, "standard input is not checked; hrefkit resolve - reads it"},
      {{"check", "ftp://h.example/"},
       "ftp://h.example/: only sites of http and https can be crawled"},
      {{"check", "www.h.example"},
       "www.h.example does not exist; did you mean https://www.h.example/?"},
      {{"check", "localhost:3000"},
       "localhost:3000 does not exist; did you mean http://localhost:3000/?"},
      {{"check", "docs.old"}, "docs.old does not exist (the folder to check)"},
      {{"check", "--rules", "mising-file", "s"},
       "--rules: 'mising-file' is unknown; did you mean missing-file?"},
      {{"check", "--severity", "mising-file=off", "s"},
       "--severity: 'mising-file' is unknown; did you mean missing-file?"},
      {{"check", "--max-findings", "ten", "s"}, "--max-findings: 'ten' is not a whole number"},
      {{"check", "--root", "nothere"}, "--root: nothere does not exist"},
      {{"check", "--root", "s/a.html"}, "--root: s/a.html is not a folder"},
      {{"check", "--baseline", "known.jsonl", "s"},
       "--baseline: known.jsonl does not exist; with --update-baseline this run writes it"},
  };
  for (auto const& [args, line] : cases) {
    CHECK(run_cli(args) == CliResult{2, "",
                                     "hrefkit: error: " + line +
                                         "\nRun 'hrefkit check --help' for more information.\n"});
  }
  CHECK(run_cli({"check", "--baseline", "known.jsonl", "--update-baseline", "s"}).exit_code == 0);

  const FirstWords told[] = {
      {{"check", "--root", "s", "a.html"}, "no such file or folder; did you mean s/a.html?"},
      {{"check", "--root", "s", "b.html"}, "b.html: error: no such file or folder\n"},
  };
  for (auto const& [args, line] : told) {
    CAPTURE(args);
    CHECK_THAT(run_cli(args).err, Catch::Contains(line));
  }
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
  for (char const* command :
       {"resolve", "check", "rewrite", "archive", "compare", "base", "effects", "url"}) {
    CAPTURE(command);
    const std::string help = run_cli({command, "--help"}).out;
    CHECK(help.find("\nExamples:\n") != std::string::npos);
    CHECK(help.find("  hrefkit " + std::string(command) + " ") != std::string::npos);
  }
}

/// The lines of a text.
std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("the short help fits a screen of 24 lines and 80 columns", "[usage]") {
  for (std::string const command :
       {"", "resolve", "check", "rewrite", "archive", "compare", "base", "effects", "url"}) {
    CAPTURE(command);
    const Args args = command.empty() ? Args{"-h"} : Args{command, "-h"};
    const CliResult help = run_cli(args, {.out_is_terminal = true, .width = 80});
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    const std::vector<std::string> lines = lines_of(help.out);
    CHECK(lines.size() <= 24);
    std::size_t options = 0;
    for (std::string const& line : lines) {
      CAPTURE(line);
      CHECK(line.size() <= 80);
      if (line.starts_with("  -") || line.starts_with("      --")) ++options;
    }
    for (char const* part :
         {"\nUsage: hrefkit ", "\nExamples:\n  hrefkit ", "'hrefkit help TOPIC'"}) {
      CHECK(help.out.find(part) != std::string::npos);
    }
    if (command.empty()) continue;
    CHECK((options >= 6 && options <= 12));
    CHECK(help.out.find("\n--help has all ") != std::string::npos);
    CHECK(run_cli({"-h", command}) == run_cli({command, "-h"}));
  }
}

TEST_CASE("the full help begins with what matters, in each group", "[usage]") {
  const auto first_option = [](std::string const& help, std::string const& group) {
    const std::size_t begin = help.find("--", help.find("\n" + group + ":\n"));
    return help.substr(begin, help.find(' ', begin) - begin);
  };
  const std::string check = run_cli({"check", "--help"}).out;
  CHECK(first_option(check, "Input") == "--site-url");
  CHECK(first_option(check, "Selection") == "--exclude-url");
  CHECK(first_option(check, "Output") == "--format");
  CHECK(check.find("missing-index") == std::string::npos);  // hrefkit help rules lists them
  const std::string rewrite = run_cli({"rewrite", "--help"}).out;
  CHECK(first_option(rewrite, "Changes") == "--to");
  CHECK(rewrite.find("\nChanges:\n") < rewrite.find("\nInput:\n"));
  CHECK(run_cli({"check", "--rules", "foo", "s"})
            .err.starts_with("hrefkit: error: --rules: 'foo' is unknown; hrefkit help rules lists "
                             "them\n"));
}

TEST_CASE("topics are listed and explained", "[usage]") {
  const std::string list = run_cli({"help"}).out;
  const auto text_of = [&](std::string const& topic) {
    CHECK(list.find("\n  " + topic + ' ') != std::string::npos);
    const CliResult help = run_cli({"help", topic});
    CHECK(help.exit_code == 0);
    CHECK(help.err.empty());
    return help.out;
  };
  const std::string rules = text_of("rules");
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    CAPTURE(name(rule));
    const std::size_t line = rules.find("\n  " + std::string(name(rule)) + ' ');
    REQUIRE(line != std::string::npos);
    const std::string text = rules.substr(line + 1, rules.find('\n', line + 1) - line - 1);
    CHECK(text.find(' ' + std::string(name(default_severity(rule))) + ' ') != std::string::npos);
    CHECK(text.ends_with(description(rule)));
  }
  const std::string hosts = text_of("hosts");
  for (auto const& row : text::names_up_to<site::Host::s3>()) {
    CHECK(hosts.find("\n  " + std::string(row.name) + ' ') != std::string::npos);
  }
  CHECK_THAT(hosts, Catch::Contains("/page is page.html") && Catch::Contains("Netlify"));
  const std::string crawl = text_of("crawl");
  for (char const* option :
       {"--scope PREFIX", "--depth N", "--robots WHEN", "hrefkit check http"}) {
    CHECK(crawl.find(option) != std::string::npos);
  }
  CHECK(crawl.find("--cache") == std::string::npos);
}

TEST_CASE("every format of a command is explained", "[usage]") {
  const std::string text = run_cli({"help", "formats"}).out;
  static const std::regex format_names("--format FORMAT [^:]*: ([a-z, ]+)");
  for (char const* command :
       {"resolve", "check", "rewrite", "archive", "compare", "base", "effects", "url"}) {
    std::string const help =
        run_cli({command, "--help"}, {.out_is_terminal = true, .width = 120}).out;
    std::smatch names;
    REQUIRE(std::regex_search(help, names, format_names));
    std::istringstream words(std::regex_replace(names[1].str(), std::regex(","), " "));
    for (std::string word; words >> word;) {
      CAPTURE(command, word);
      CHECK(text.find("\n  " + word + ' ') != std::string::npos);
    }
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
  for (std::string const& line :
       lines_of(run_cli({"check", "-h"}, {.out_is_terminal = true, .width = 50}).out)) {
    CHECK((line.size() <= 50 || line.starts_with("  hrefkit ")));  // examples are not wrapped
  }
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
