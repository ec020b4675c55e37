#include <array>
#include <catch2/catch.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr std::array commands{"resolve", "check", "rewrite", "archive", "base", "effects", "url"};

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
  const std::string man = generated("man");
  for (std::string const command : commands) {
    CAPTURE(command);
    const std::size_t section = man.find(".SH \"hrefkit " + command + "\"\n");
    REQUIRE(section != std::string::npos);
    const std::string manual = man.substr(section, man.find(".SH", section + 1) - section);
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
      // The manual tells --help once, for all commands.
      CHECK((option == "help" ? man : manual).find("\\-\\-" + escaped + "\\fR") !=
            std::string::npos);
    }
  }
}

TEST_CASE("the manual is made of macros and text", "[usage]") {
  static const std::regex macro(R"(\.(TH|SH|SS|TP|PP|B|I|nf|fi)( .*)?)");
  std::istringstream lines(generated("man"));
  std::string line;
  while (std::getline(lines, line)) {
    CAPTURE(line);
    CHECK((!line.starts_with('.') || std::regex_match(line, macro)));
    CHECK_FALSE(line.starts_with('\''));
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
  const std::array<Completion, 14> completions{{
      {"ch", "check"},
      {"''", "resolve check rewrite archive base effects url help"},
      {"help eff", "effects"},
      {"check --forma", "--format"},
      {"check --format js", "json jsonl"},
      {"check --format = ju", "junit"},
      {"check --color =", "auto always never"},
      {"check --rules missing-file,dup", "missing-file,duplicate-id"},
      {"check --root pa", "pages"},
      {"check -o pa", "page.html pages"},
      {"check pa", "page.html pages"},
      {"check --site-url pa", ""},
      {"--generate ''", "man bash zsh fish"},
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
          "--generate: 'csh' is not one of man, bash, zsh, fish; did you mean zsh?");
  refused({"--generate"}, "--generate needs a value");
  refused({"--generate", "man", "check"}, "unknown option '--generate'");
  CHECK(run_cli({"--generate=man"}).out == generated("man"));
}

}  // namespace

}  // namespace hrefkit::test
