// `hrefkit rewrite --batch`: documents as JSON Lines in, rewritten documents as JSON Lines out.
#pragma once

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/rewrite/command.h"

namespace hrefkit::cli {

/// Answers each line of standard input according to the options of `command`. Returns an ExitCode;
/// throws UsageError for options that cannot apply to such documents.
int run_rewrite_batch(RewriteCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
