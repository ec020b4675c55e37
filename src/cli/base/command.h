// `hrefkit base`: the base URL of every browsing context, with the reasons.
#pragma once

#include <string>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// What `base` was asked for.
struct BaseCommand {
  CommonOptions common;
  std::string format = "text";
};

/// Adds the command; its options are parsed into `command`.
CLI::App* add_base_command(CLI::App& app, BaseCommand& command);

/// Runs it. Returns an ExitCode; throws CLI::ValidationError for options that cannot be used.
int run_base(BaseCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
