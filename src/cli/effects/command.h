// `hrefkit effects`: what a change of base URL does to each URL of a document.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// What `effects` was asked for.
struct EffectsCommand {
  CommonOptions common;
  std::optional<std::string> set_base;
  bool remove_base = false;
  std::string new_url;
  std::vector<std::string> set_xml_base;
  std::vector<std::string> remove_xml_base;
  std::string move;
  std::string into;
  std::string into_url;
  std::string format = "text";
  std::string fail_on;
};

/// Adds the command; its options are parsed into `command`.
CLI::App* add_effects_command(CLI::App& app, EffectsCommand& command);

/// Runs it. Returns an ExitCode; throws CLI::ValidationError for options that cannot be used.
int run_effects(EffectsCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
