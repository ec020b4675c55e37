// One run of `archive`: its files in parallel, its output in their order.
#pragma once

#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/environment.h"

namespace hrefkit::cli {

/// Runs `archive`. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_archive(ArchiveCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
