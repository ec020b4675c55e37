// The command's exit codes.
#pragma once

namespace hrefkit::cli {

enum ExitCode : int {
  exit_clean = 0,     ///< done, nothing found
  exit_findings = 1,  ///< `check`, `rewrite --verify`, or `--fail-on unresolvable`
  exit_error = 2,     ///< wrong usage, bad configuration, or an input that could not be read
};

}  // namespace hrefkit::cli
