#include "hrefkit/cli/options/option_table.h"

#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"

namespace hrefkit::cli {

namespace {

TEST_CASE("the help of a command fits in 80 columns", "[options]") {
  for (char const* command : {"resolve", "base", "effects", "url"}) {
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
  CHECK(help.find("\nOutput:\n  -f, --format FORMAT       Format of the results: text, json, "
                  "jsonl, csv [text]\n") != std::string::npos);
  CHECK(help.find("  -o, --output FILE         ") != std::string::npos);
  CHECK(help.find("TEXT") == std::string::npos);
  CHECK(help.find("Excludes") == std::string::npos);
  for (const OptionGroup group :
       {OptionGroup::input, OptionGroup::reading, OptionGroup::selection, OptionGroup::running}) {
    CHECK(help.find("\n" + std::string(title(group)) + ":\n") != std::string::npos);
  }
}

}  // namespace

}  // namespace hrefkit::cli
