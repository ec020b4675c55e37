#include "hrefkit/cli/options/option_set.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/cli/options/suggestion.h"
#include "support/temporary_folder.h"

namespace hrefkit::cli {

namespace {

TEST_CASE("the help of a command fits in 80 columns", "[options]") {
  for (char const* command :
       {"resolve", "check", "rewrite", "archive", "compare", "base", "effects", "url"}) {
    const std::string help = test::run_cli({command, "--help"}).out;
    for (std::size_t begin = 0; begin < help.size();) {
      const std::size_t end = help.find('\n', begin);
      CAPTURE(help.substr(begin, end - begin));
      CHECK(end - begin <= 80);
      begin = end + 1;
    }
  }
}

TEST_CASE("the help tells an option's values and its default, in its group", "[options]") {
  const std::string help = test::run_cli({"resolve", "--help"}).out;
  CHECK(help.find("\nOutput:\n  -f, --format FORMAT       Format of the results [by the extension "
                  "of -o, else\n                            text]: text, json, jsonl, csv\n") !=
        std::string::npos);
  CHECK(help.find("Parser to use (same results): auto, scan, dom [auto]") != std::string::npos);
  CHECK(help.find("  -o, --output FILE         ") != std::string::npos);
  CHECK(help.find("TEXT") == std::string::npos);
  CHECK(help.find("Excludes") == std::string::npos);
  for (const OptionGroup group :
       {OptionGroup::input, OptionGroup::reading, OptionGroup::selection, OptionGroup::running}) {
    CHECK(help.find("\n" + std::string(title(group)) + ":\n") != std::string::npos);
  }
}

TEST_CASE("the help says how many inputs a command takes", "[options]") {
  CHECK(test::run_cli({"resolve", "--help"})
            .out.find("Usage: hrefkit resolve [OPTIONS] [INPUT...]\n") != std::string::npos);
  CHECK(test::run_cli({"effects", "--help"}).out.find("Usage: hrefkit effects [OPTIONS] INPUT\n") !=
        std::string::npos);
}

TEST_CASE("the help of a list of names tells its default, and of a list without one no default",
          "[options]") {
  const std::string help = test::run_cli({"archive", "--help"}).out;
  CHECK(help.find(" [damaged]\n") != std::string::npos);
  CHECK(help.find("jsonld, importmap") != std::string::npos);
  CHECK(help.find("speculationrules [") == std::string::npos);
  CHECK(test::run_cli({"rewrite", "--help"}).out.find("[index.html,index.htm]") ==
        std::string::npos);
}

TEST_CASE("each row of the table is an option of the program or of a command", "[options]") {
  std::string helps = test::run_cli({"--help"}).out;
  for (char const* command :
       {"resolve", "check", "rewrite", "archive", "compare", "base", "effects", "url"}) {
    helps += test::run_cli({command, "--help"}).out;
  }
  for (OptionRow const& row : option_rows::table) {
    CAPTURE(row.names);
    CHECK(helps.find("--" + std::string(row.key()) + (row.value.empty() ? "" : " ") +
                     std::string(row.value)) != std::string::npos);
  }
}

TEST_CASE("the short help of a command has the options that its rows name", "[options]") {
  for (OptionRow const& row : option_rows::table) {
    std::istringstream commands{std::string(row.main)};
    for (std::string command; commands >> command;) {
      CAPTURE(command, row.names);
      CHECK(test::run_cli({command, "-h"}).out.find("--" + std::string(row.key()) + ' ') !=
            std::string::npos);
    }
  }
}

TEST_CASE("an option of other programs has an equivalent that exists, or an answer", "[options]") {
  for (OtherOption const& other : other_options()) {
    CAPTURE(other.words);
    CHECK(other.option.empty() != other.answer.empty());
    std::istringstream words{std::string(other.words)};
    for (std::string word; words >> word;) CHECK(word.starts_with('-'));
    if (other.option.empty()) continue;
    const std::string option(other.option.substr(0, other.option.find(' ')));
    CHECK((option == "--help" || find_row(option.substr(2)) != nullptr));
  }
}

TEST_CASE("a help text begins with a capital letter and is no sentence", "[options]") {
  for (OptionRow const& row : option_rows::table) {
    CAPTURE(row.help);
    CHECK((row.help.front() >= 'A' && row.help.front() <= 'Z'));
    CHECK_FALSE(row.help.ends_with('.'));
  }
}

TEST_CASE("the items of a list have commas between, and white space around them is dropped",
          "[options]") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<a href=x:1><img src=x:2><q cite=x:3>");
  const auto elements = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"resolve", "-q", "a.html"});
    const test::CliResult result = test::run_cli(options);
    return result.exit_code == 0 ? std::count(result.out.begin(), result.out.end(), '\n') : -1;
  };
  CHECK(elements({"--elements", "a"}) == 1);
  CHECK(elements({"--elements", " a , q "}) == 2);
  CHECK(elements({"--elements", "a", "--elements", "q,img"}) == 3);
  CHECK(elements({"--elements", "a,,q,"}) == 2);
  CHECK(elements({"--elements", ","}) == -1);
  CHECK(elements({"--elements", "a, ,q"}) == -1);
  CHECK(elements({"--elements="}) == -1);
  CHECK(elements({"--kinds", "cite, image", "--kinds", "hyperlink"}) == 3);
  CHECK(elements({"--kinds", "cite,pictures"}) == -1);
}

TEST_CASE("of an option given several times each value is checked", "[options]") {
  CHECK_THAT(test::run_cli({"resolve", "--format", "xml", "--format", "csv", "a.html"}).err,
             Catch::StartsWith("hrefkit: error: --format: 'xml' is not one of"));
  CHECK_THAT(test::run_cli({"check", "--severity", "external=error", "--severity", "x=error"}).err,
             Catch::StartsWith(
                 "hrefkit: error: --severity: 'x' is unknown; hrefkit help rules lists them"));
}

TEST_CASE("base has no options about which URLs are links", "[options]") {
  for (char const* option : {"--also=meta", "--templates"}) {
    CHECK(test::run_cli({"base", option, "a.html"}).exit_code == 2);
    CHECK(test::run_cli({"base", option, "a.html"}).err.find("is an option of hrefkit") !=
          std::string::npos);
  }
}

}  // namespace

}  // namespace hrefkit::cli
