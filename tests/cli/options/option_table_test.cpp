#include "hrefkit/cli/options/option_set.h"

#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"

namespace hrefkit::cli {

namespace {

TEST_CASE("the help of a command fits in 80 columns", "[options]") {
  for (char const* command : {"resolve", "check", "rewrite", "archive", "base", "effects", "url"}) {
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
  CHECK(help.find("meta, jsonld, importmap\n") != std::string::npos);
  CHECK(test::run_cli({"rewrite", "--help"}).out.find("[index.html,index.htm]") ==
        std::string::npos);
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
