// `hrefkit url`: prints, changes and compares the parts of URLs under the four standards.
#pragma once

#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

/// The options of `url`.
struct UrlCommand {
  CommonOptions common = {};  ///< standard, encoding, and where results and messages go
  std::vector<std::string> urls = {};
  std::string base = {};
  std::vector<std::string> changes = {};  ///< "PART=VALUE", in the order given
  Format format = Format::text;
  bool compare = false;
  bool batch = false;
};

/// Adds the command's options, which are parsed into `command`.
void add_options(OptionSet& options, UrlCommand& command);

/// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_url(UrlCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
