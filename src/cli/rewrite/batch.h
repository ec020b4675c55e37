// `hrefkit rewrite --batch`: documents as JSON Lines in, rewritten documents as JSON Lines out.
#pragma once

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/rewrite/command.h"

namespace hrefkit::cli {

/// Answers each line of standard input by the policies of `command`. Returns an ExitCode; throws
/// UsageError for options that say nothing about documents from there.
int run_rewrite_batch(RewriteCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
