// `hrefkit resolve`: every link of the inputs with its absolute URL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

/// What makes `resolve` exit with 1.
enum class ResolveFinding : std::uint8_t { unresolvable };

/// What `resolve` was asked for.
struct ResolveCommand {
  CommonOptions common;
  Format format = Format::text;
  std::vector<html::LinkKind> kinds;  ///< only these; empty: all
  std::vector<std::string> elements;  ///< only these; empty: all
  html::Engine engine = html::Engine::automatic;
  bool unique = false;
  bool batch = false;  ///< documents come from standard input, as JSON Lines
  std::optional<ResolveFinding> fail_on;
};

/// Adds the command's options, which are parsed into `command`.
void add_options(OptionSet& options, ResolveCommand& command);

/// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_resolve(ResolveCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
