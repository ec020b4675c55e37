// A run of `check` from its options to the exit code, and runs again as the site changes.
//
// A run validates the options, opens the outputs and the site (a folder, or a crawl), and passes
// each finding that is not in the baseline to the reports. Invalid options end it before the site
// is opened; output files are replaced only at the end.
#pragma once

#include "hrefkit/cli/check/options.h"
#include "hrefkit/cli/environment.h"

namespace hrefkit::cli {

/// Returns an ExitCode. Throws UsageError.
int run_check(CheckCommand const& command, Environment const& environment);

/// Runs until the user ends it, or the reader of the results goes away. Wrong usage ends the first
/// run only: a build of the site may remove its folder for a while.
int watch_check(CheckCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
