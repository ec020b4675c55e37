// `hrefkit rewrite`: changes the URLs of links and nothing else.
#pragma once

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/rewrite/command.h"

namespace hrefkit::cli {

/// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_rewrite(RewriteCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
