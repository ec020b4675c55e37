// A run of `check` from its options to the exit code, and runs again as the site changes.
//
// A run reads what the options name, opens the site (a folder, or a crawl), checks it and passes
// each finding to the reports, except those that the baseline knows. All that can be refused is
// refused before the site is opened: the outputs are opened by then, and no file is replaced.
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
