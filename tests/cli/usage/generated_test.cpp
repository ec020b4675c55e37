#include <array>
#include <catch2/catch.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/site/finding.h"
#include "support/outside_data.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr std::array commands{"resolve", "check", "rewrite", "archive",
                              "compare", "base",  "effects", "url"};

std::string generated(std::string const& what) {
  const CliResult result = run_cli({"--generate", what});
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  return result.out;
}

/// The long options that the help of a command names at the start of its lines: "rules".
std::set<std::string> options_of(std::string const& command) {
  static const std::regex option("\n  (?:-.,|   ) --([a-z-]+)");
  const std::string help = run_cli({command, "--help"}).out;
  std::set<std::string> names;
  for (std::sregex_iterator it(help.begin(), help.end(), option), end; it != end; ++it) {
    names.insert((*it)[1]);
  }
  return names;
}

TEST_CASE("the manual and the completions have every option of every command", "[usage]") {
  const std::string fish = generated("fish");
  const std::string zsh = generated("zsh");
  const std::string bash = generated("bash");
  for (std::string const command : commands) {
    CAPTURE(command);
    const std::string manual = generated("man-" + command);
    const std::size_t function = zsh.find("_hrefkit_" + command + "() {");
    REQUIRE(function != std::string::npos);
    const std::string arguments = zsh.substr(function, zsh.find("\n}", function) - function);
    const std::size_t line = bash.find("    '" + command + "') echo '");
    REQUIRE(line != std::string::npos);
    const std::string words = bash.substr(line, bash.find('\n', line) - line);
    const std::set<std::string> options = options_of(command);
    REQUIRE(options.size() >= 10);
    for (std::string const& option : options) {
      CAPTURE(option);
      CHECK(fish.find("_from " + command + "' ") != std::string::npos);
      CHECK(
          std::regex_search(fish, std::regex("_from " + command + "'( -s .)? -l " + option + " ")));
      CHECK(std::regex_search(arguments, std::regex("--" + option + "['}]?'?\\[")));
      CHECK(std::regex_search(words, std::regex("['\\s]--" + option + "['\\s]")));
      const std::string escaped = std::regex_replace(option, std::regex("-"), "\\-");
      CHECK(manual.find("\\-\\-" + escaped + "\\fR") != std::string::npos);
    }
  }
}

/// The manual pages: "man" is that of the program.
std::vector<std::string> manuals() {
  std::vector<std::string> names{"man"};
  for (std::string const command : commands) names.push_back("man-" + command);
  return names;
}

TEST_CASE("the manuals are made of macros and text", "[usage]") {
  static const std::regex macro(R"(\.(TH|SH|SS|TP|PP|B|I|nf|fi)( .*)?)");
  for (std::string const& name : manuals()) {
    CAPTURE(name);
    std::istringstream lines(generated(name));
    std::string line;
    while (std::getline(lines, line)) {
      CAPTURE(line);
      CHECK((!line.starts_with('.') || std::regex_match(line, macro)));
      CHECK_FALSE(line.starts_with('\''));
    }
  }
}

TEST_CASE("each command has a manual with examples first and its exit codes", "[usage]") {
  const std::set<std::string> never_1{"man-base"};
  for (std::string const& name : manuals()) {
    CAPTURE(name);
    const std::string manual = generated(name);
    std::size_t place = 0;
    for (char const* section :
         {".SH NAME\n", ".SH SYNOPSIS\n", ".SH EXAMPLES\n", ".SH DESCRIPTION\n", ".SH OPTIONS\n",
          ".SH \"EXIT STATUS\"\n", ".SH \"SEE ALSO\"\n"}) {
      CAPTURE(section);
      place = manual.find(section, place);
      REQUIRE(place != std::string::npos);
    }
    CHECK(manual.find("\\fB0\\fR") != std::string::npos);
    CHECK((manual.find("\\fB1\\fR") != std::string::npos) != never_1.contains(name));
    CHECK(manual.find("\\fB2\\fR") != std::string::npos);
    if (name == "man") continue;
    CHECK(manual.find("hrefkit " + name.substr(4) + ' ') != std::string::npos);
    CHECK(generated("man").find("hrefkit\\-" + name.substr(4) + "(1)") != std::string::npos);
  }
  CHECK(generated("man").size() < 8'000);
}

TEST_CASE("the page of the rules of check is up to date", "[usage]") {
  // hrefkit --generate rules >src/cli/check/RULES.md
  CHECK(generated("rules") == file_bytes(HREFKIT_SOURCE_DIR "/src/cli/check/RULES.md"));
}

TEST_CASE("every rule has an example and a repair", "[usage]") {
  const std::string page = generated("rules");
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const std::string rule(name(static_cast<site::Rule>(i)));
    CAPTURE(rule);
    const std::size_t section = page.find("\n## " + rule + "\n\n");
    REQUIRE(section != std::string::npos);
    const std::string text = page.substr(section, page.find("\n## ", section + 1) - section);
    CHECK(std::regex_search(text, std::regex("\n- Example: .{10}")));
    CHECK(std::regex_search(text, std::regex("\n- Repair: .{10}")));
  }
}

struct Completion {
  std::string_view words;  ///< of the command line; the last one is completed
  std::string_view replies;
};

TEST_CASE("bash completes commands, options, values, lists and files", "[usage]") {
  const TemporaryFolder folder;
  folder.write("completion", generated("bash"));
  folder.write("pages/a.html", "");
  folder.write("page.html", "");
  const std::array<Completion, 24> completions{{
      {"ch", "check"},
      {"''", "resolve check rewrite archive compare base effects url help"},
      {"help eff", "effects"},
      {"help missing-i", "missing-index"},
      {"help ho", "hosts"},
      {"help orph", "orphan-page orphan-file"},
      {"help check ''", ""},
      {"check --severity missing-i", "missing-index="},
      {"check --severity orph", "orphan-page= orphan-file="},
      {"check --severity missing-file =", "error warning note off"},
      {"check --severity missing-file = w", "warning"},
      {"check --severity = missing-file = o", "off"},
      {"rewrite --output pa", "page.html pages"},
      {"check --forma", "--format"},
      {"check --format js", "json jsonl"},
      {"check --format = ju", "junit"},
      {"check --color =", "auto always never"},
      {"check --rules missing-file,dup", "missing-file,duplicate-id"},
      {"check --root pa", "pages"},
      {"check -o pa", "page.html pages"},
      {"check pa", "page.html pages"},
      {"check --site-url pa", ""},
      {"--generate ''",
       "man man-resolve man-check man-rewrite man-archive man-compare man-base man-effects man-url "
       "bash zsh "
       "fish "
       "rules"},
      {"rewrite -q --to rel", "relative"},
  }};
  for (auto const& [words, replies] : completions) {
    CAPTURE(words);
    std::string script = "source ./completion; COMP_WORDS=(hrefkit ";
    script.append(words).append("); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _hrefkit\n");
    script.append("[[ \"$(printf '%s\\n' \"${COMPREPLY[@]}\" | sort | xargs)\" == ");
    script.append("\"$(printf '%s\\n' ").append(replies).append(" | sort | xargs)\" ]]\n");
    folder.write("script", script);
    CHECK(shell("bash script") == 0);
  }
}

TEST_CASE("the shells that are here read their scripts", "[usage]") {
  const TemporaryFolder folder;
  for (std::string const name : {"bash", "zsh", "fish"}) {
    if (shell("command -v " + name + " >found") != 0) {
      WARN("SKIPPED: there is no " + name + " on this machine");
      continue;
    }
    CAPTURE(name);
    folder.write("script", generated(name));
    CHECK(shell(name + " -n script") == 0);
  }
}

TEST_CASE("a file to generate is named, and no command with it", "[usage]") {
  const auto refused = [](std::vector<std::string> const& args, std::string const& message) {
    CAPTURE(args);
    const CliResult result = run_cli(args);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::StartsWith("hrefkit: error: " + message + "\n"));
  };
  refused({"--generate", "csh"},
          "--generate: 'csh' is not one of man, man-resolve, man-check, man-rewrite, man-archive, "
          "man-compare, "
          "man-base, man-effects, man-url, bash, zsh, fish, rules; did you mean zsh?");
  refused({"--generate"}, "--generate needs a value");
  refused({"--generate", "man", "check"}, "unknown option '--generate'");
  CHECK(run_cli({"--generate=man"}).out == generated("man"));
}

}  // namespace

}  // namespace hrefkit::test
