// `hrefkit base`: the base URL of every browsing context, with the reasons.
#pragma once

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

/// What `base` was asked for.
struct BaseCommand {
  CommonOptions common;
  Format format = Format::text;
};

/// Adds the command's options, which are parsed into `command`.
void add_options(OptionSet& options, BaseCommand& command);

/// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_base(BaseCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
