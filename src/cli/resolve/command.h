// `hrefkit resolve`: every link of the inputs with its absolute URL.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// What `resolve` was asked for.
struct ResolveCommand {
  CommonOptions common;
  std::string format = "text";
  std::vector<std::string> kinds;
  std::vector<std::string> elements;
  std::string engine = "auto";
  bool unique = false;
  std::string fail_on;
};

/// Adds the command; its options are parsed into `command`.
CLI::App* add_resolve_command(CLI::App& app, ResolveCommand& command);

/// Runs it. Returns an ExitCode; throws CLI::ValidationError for options that are no good.
int run_resolve(ResolveCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
