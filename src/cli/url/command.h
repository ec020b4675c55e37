// `hrefkit url`: prints, changes and compares the parts of URLs under the four standards.
#pragma once

#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// The options of `url`.
struct UrlCommand {
  CommonOptions common = {};  ///< standard, encoding, and where results and messages go
  std::vector<std::string> urls = {};
  std::string base = {};
  std::vector<std::string> changes = {};  ///< "PART=VALUE", in the order given
  std::string format = "text";
  bool compare = false;
  bool batch = false;
};

/// Adds the command; its options are parsed into `command`.
CLI::App* add_url_command(CLI::App& app, UrlCommand& command);

/// Runs it. Returns an ExitCode; throws CLI::ValidationError for invalid options.
int run_url(UrlCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
