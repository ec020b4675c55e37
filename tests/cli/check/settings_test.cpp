#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/wrong_settings.h"

namespace hrefkit::test {

TEST_CASE("check: a wrong setting has one message on the command line and in a configuration") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "");
  const auto cases = wrong_settings();
  REQUIRE(cases.size() > 40);
  for (WrongSetting const& wrong : cases) {
    CAPTURE(wrong.name, wrong.written);
    const CliResult line = run_cli({"check", "--" + wrong.name + '=' + wrong.text, "site"});
    CHECK(line.exit_code == 2);
    CHECK(line.err.starts_with("hrefkit: error: --" + wrong.name + ": " + wrong.message + '\n'));
    folder.write("c.toml", "[check]\n" + wrong.name + " = \"" + wrong.written + "\"\n");
    const CliResult file = run_cli({"check", "--config", "c.toml", "site"});
    CHECK(file.exit_code == 2);
    const std::string column = std::to_string(wrong.name.size() + 4);
    CHECK(file.err.starts_with("hrefkit: error: c.toml:2:" + column + ": " + wrong.name + ": " +
                               wrong.message + '\n'));
  }
}

TEST_CASE("check: --index and --extensions take at most 100 names") {
  const TemporaryFolder folder;
  folder.write("site/index.html", "");
  std::string names = "n";
  for (int i = 1; i < 100; ++i) names += ",n";
  for (const std::string option : {"--index", "--extensions"}) {
    CHECK(run_cli({"check", option, names, "site"}).exit_code == 0);
    CHECK(run_cli({"check", option, names, option, "n", "site"})
              .err.starts_with("hrefkit: error: " + option + ": takes at most 100 names\n"));
  }
}

}  // namespace hrefkit::test
