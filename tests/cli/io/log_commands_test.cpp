// Text from input cannot give commands to the CI runner that reads the log.
#include "hrefkit/cli/io/log_commands.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

using cli::Contents;
using cli::LogCommands;

#define ZWSP "\xE2\x80\x8B"

/// The text in one piece; every other division must give the same.
std::string filtered(std::string_view text, Contents contents) {
  std::string whole;
  LogCommands().append(whole, text, contents);
  for (std::size_t size = 1; size < text.size(); ++size) {
    LogCommands commands;
    std::string pieces;
    for (std::size_t at = 0; at < text.size(); at += size) {
      commands.append(pieces, text.substr(at, size), contents);
    }
    CAPTURE(text, size);
    CHECK(pieces == whole);
  }
  return whole;
}

struct Case {
  std::string_view text;
  std::string_view shown;
};

TEST_CASE("commands in text are broken by a zero-width space", "[log]") {
  for (Case const& each : {
           Case{"##[error]x", "##" ZWSP "[error]x"},
           Case{"a long line of text ##[stop-commands]t",
                "a long line of text ##" ZWSP "[stop-commands]t"},
           Case{"##vso[a.b]x", "##vso" ZWSP "[a.b]x"},
           Case{"##VSO[a.b]x", "##VSO" ZWSP "[a.b]x"},
           Case{"##teamcity[x]", "##teamcity" ZWSP "[x]"},
           Case{"###[a]", "###" ZWSP "[a]"},
           Case{"##a##b[c]", "##a##b" ZWSP "[c]"},
           Case{"##[a]##[b]", "##" ZWSP "[a]##" ZWSP "[b]"},
           Case{"##a #[b]", "##a #[b]"},
           Case{"#[a] # #[b] ##1[c] ## [d]", "#[a] # #[b] ##1[c] ## [d]"},
           Case{"::error::x", ":" ZWSP ":error::x"},
           Case{" \t ::error::x", " \t :" ZWSP ":error::x"},
           Case{"\xC2\xA0\xE3\x80\x80::error::x", "\xC2\xA0\xE3\x80\x80:" ZWSP ":error::x"},
           Case{"\xEF\xBB\xBF::error::x", "\xEF\xBB\xBF:" ZWSP ":error::x"},
           Case{"a long line of text\n::error::x", "a long line of text\n:" ZWSP ":error::x"},
           Case{"a\r::b::", "a\r:" ZWSP ":b::"},
           Case{"a\r\n ::b::", "a\r\n :" ZWSP ":b::"},
           Case{"a\v::b::", "a\v:" ZWSP ":b::"},
           Case{"a\xC2\x85::b::", "a\xC2\x85:" ZWSP ":b::"},
           Case{"a\xE2\x80\xA8::b::", "a\xE2\x80\xA8:" ZWSP ":b::"},
           Case{"a::b::\nc ::d", "a::b::\nc ::d"},
           Case{": :a\n:a::b", ": :a\n:a::b"},
           Case{"\n\n:::a", "\n\n:" ZWSP "::a"},
       }) {
    CHECK(filtered(each.text, Contents::text) == each.shown);
  }
}

TEST_CASE("in JSON a number sign is escaped, which keeps the value", "[log]") {
  CHECK(filtered(R"({"raw":"##[a]##vso[b] # #"})", Contents::json) ==
        R"({"raw":"#\u0023[a]#\u0023vso[b] # #"})");
  CHECK(filtered(R"(["####[a]"])", Contents::json) == R"(["#\u0023#\u0023[a]"])");
  CHECK(filtered(R"(["::a", ":"])", Contents::json) == R"(["::a", ":"])");
}

TEST_CASE("a line of annotations begins with a command, and holds no other", "[log]") {
  CHECK(filtered("::error file=a::'##[x]' ::\n::notice::##vso[y]\n", Contents::annotations) ==
        "::error file=a::'##" ZWSP "[x]' ::\n::notice::##vso" ZWSP "[y]\n");
}

TEST_CASE("data is not changed, and its commands are counted", "[log]") {
  LogCommands commands;
  std::string out;
  commands.append(out, "##[a]\n::b::c\nd::e", Contents::data);
  CHECK(out == "##[a]\n::b::c\nd::e");
  CHECK(commands.kept() == 2);
}

TEST_CASE("a stream that cannot be written stays so under a filter", "[log]") {
  std::ostringstream stream;
  {
    const cli::LogFilter filter(stream);
    CHECK(cli::LogFilter::of(stream) == &filter);
    stream << "##[" << 'a' << "]\n" << ':' << ':' << std::flush;
    stream.setstate(std::ios::failbit);
  }
  CHECK(cli::LogFilter::of(stream) == nullptr);
  CHECK(stream.fail());
  CHECK(stream.str() == "##" ZWSP "[a]\n:" ZWSP ":");
}

/// True where a runner would find a command: at the start of a line, or anywhere.
bool has_command(std::string const& log) {
  static const std::regex command("##[A-Za-z]*\\[|(^|[\n\r])[ \t]*::");
  return std::regex_search(log, command);
}

/// A folder in which everything gives commands.
void write_hostile(TemporaryFolder const& folder) {
  folder.write("::set-output name=a::b.html",
               "<base href='https://h.example/##vso[a.b]/'><!-- https://h.example/##[x] -->\n"
               "  ::add-mask::e ##teamcity[x] <a href='##[stop-commands]t'>##[error]</a>\n"
               "<a href='http://[##[error]'></a><img src='::warning::x'>\n::debug::x\n");
  folder.write("b.html", "<a href='gone.html?##vso[x]#::error::##[a]'>");
  std::filesystem::create_directory("site");
  std::filesystem::create_directory("new");
  for (char const* name : {"::set-output name=a::b.html", "b.html"}) {
    folder.write("site/" + std::string(name), folder.read(name));
    folder.write("new/" + std::string(name), "<a href='other##[x]'>");
  }
}

constexpr char const* page = "::set-output name=a::b.html";

TEST_CASE("no command of hrefkit prints commands of its input", "[log]") {
  const TemporaryFolder folder;
  write_hostile(folder);
  const std::vector<std::vector<std::string>> lines{
      {"resolve", page, "b.html", "-v"},
      {"resolve", page, "--format", "csv"},
      {"resolve", page, "--format", "json"},
      {"resolve", page, "--format", "jsonl"},
      {"resolve", page, "--color", "always"},
      {"resolve", page, "--fail-on", "unresolvable"},
      {"base", page},
      {"base", page, "--format", "jsonl"},
      {"effects", page, "--set-base", "##[x]"},
      {"effects", page, "--set-base", "##[x]", "--format", "html"},
      {"effects", page, "--set-base", "##[x]", "--format", "json"},
      {"check", "site"},
      {"check", "site", "--color", "always"},
      {"check", "site", "--format", "json"},
      {"check", "site", "--format", "csv"},
      {"check", "site", "--format", "sarif"},
      {"check", "site", "--format", "gitlab"},
      {"check", "site", "--format", "junit"},
      {"check", "site", "--format", "html"},
      {"check", "site", "--exclude-url", "##[x]never"},
      {"rewrite", "site", "--to", "root-relative", "--dry-run"},
      {"rewrite", "site", "--to", "relative", "--drop-base", "--diff"},
      {"rewrite", "site", "--to", "root-relative", "--format", "jsonl"},
      {"rewrite", page, "--to", "relative", "--dry-run", "--report-leftovers", "h.example"},
      {"compare", "site", "new"},
      {"compare", "site", "new", "--format", "csv"},
      {"compare", "site", "new", "--format", "json"},
      {"url", "http://h.example/##[x]", "http://[::##vso[x]"},
      {"url", "--compare", "http://h.example/##[x]"},
      {"help", "##[x]"},
      {"resolve", "--##[x]"},
      {"resolve", "--format", "##[x]", page},
      {"resolve", "--elements", "##[x]", page},
      {"check", "site", "--mount", "##vso[x]"},
      {"check", "site", "--baseline", "##[x]"},
      {"resolve", page, "-o", "no/##[x]"},
  };
  for (std::vector<std::string> const& args : lines) {
    const CliResult under_runner = run_cli(args, {.has_runner = true});
    const CliResult plain = run_cli(args);
    CAPTURE(args);
    CHECK_FALSE(has_command(under_runner.out));
    CHECK_FALSE(has_command(under_runner.err));
    CHECK(under_runner.exit_code == plain.exit_code);
    CHECK(has_command(plain.out + plain.err));  // else the row shows nothing
  }
}

TEST_CASE("batches answer without commands", "[log]") {
  const std::string lines =
      R"({"url":"http://h.example/","id":"##[x]","html":"<a href='##vso[y]'>","##[k]":1})"
      "\n";
  for (std::vector<std::string> const& args : {std::vector<std::string>{"resolve", "--batch"},
                                               {"rewrite", "--batch", "--to", "absolute"}}) {
    CAPTURE(args);
    const CliResult result = run_cli(args, {.in = lines, .has_runner = true});
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("#\\u0023[x]") != std::string::npos);
    CHECK_FALSE(has_command(result.out + result.err));
  }
}

TEST_CASE("rows of an archive have no commands", "[log]") {
  const TemporaryFolder folder;
  folder.write("a.warc", page_record("http://h.example/",
                                     "<a href='##[x]'>##vso[t]</a><a href='http://[##[a]'>"));
  for (char const* format : {"text", "jsonl", "csv", "pages", "cdxj", "cdx", "edges", "hosts"}) {
    CAPTURE(format);
    const CliResult result =
        run_cli({"archive", "--format", format, "a.warc"}, {.has_runner = true});
    CHECK(result.exit_code == 0);
    CHECK_FALSE(has_command(result.out + result.err));
  }
}

TEST_CASE("annotations for GitHub stay, whatever the runner is", "[log]") {
  const TemporaryFolder folder;
  write_hostile(folder);
  const std::string out =
      run_cli({"check", "site", "-q", "--format", "github"}, {.has_runner = true}).out;
  CHECK_THAT(out, Catch::StartsWith("::error file="));
  CHECK(out.find("\n::error file=site/b.html,") != std::string::npos);
  CHECK_FALSE(std::regex_search(out, std::regex("##[a-z]*\\[")));
}

TEST_CASE("a page on standard output keeps its bytes, with a warning", "[log]") {
  const TemporaryFolder folder;
  write_hostile(folder);
  const std::vector<std::string> args{"rewrite", "b.html", "--to", "root-relative"};
  const CliResult result = run_cli(args, {.has_runner = true});
  CHECK(result.out == run_cli(args).out);
  CHECK_THAT(result.err, Catch::StartsWith("hrefkit: standard output: warning: contains 2 commands "
                                           "for this CI runner"));
  CHECK(run_cli(args).err.empty());
}

TEST_CASE("the manual names the variables of the runners", "[log]") {
  const std::string manual = run_cli({"--generate", "man"}).out;
  CHECK_THAT(manual, Catch::Contains(".B GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION\n"));
}

TEST_CASE("a file keeps its bytes, but a name of the log does not", "[log]") {
  const TemporaryFolder folder;
  write_hostile(folder);
  CHECK(shell("\"$HREFKIT\" resolve -q b.html > plain") == 0);
  REQUIRE(has_command(folder.read("plain")));
  for (char const* variable : {"GITHUB_ACTIONS=true", "TF_BUILD=True", "TEAMCITY_VERSION=2025.1"}) {
    CAPTURE(variable);
    const std::string program = std::string(variable) + " \"$HREFKIT\" resolve -q b.html ";
    CHECK(shell(program + "-o file") == 0);
    CHECK(folder.read("file") == folder.read("plain"));
    CHECK(shell(program + "| cat > out") == 0);
    CHECK_FALSE(has_command(folder.read("out")));
    for (char const* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
      CHECK(shell(program + "-o " + name + " | cat > named") == 0);
      CHECK(folder.read("named") == folder.read("out"));
    }
    CHECK(shell(program + "-o /dev/stderr 2>&1 | cat > named") == 0);
    CHECK(folder.read("named") == folder.read("out"));
  }
}

}  // namespace

}  // namespace hrefkit::test
