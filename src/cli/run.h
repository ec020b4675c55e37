// The command, callable in process.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"

namespace hrefkit::cli {

/// Runs `hrefkit` with `args` (without the program's name). Results go to `environment.out`, all
/// else to `environment.err`; the input "-" is read from `environment.in`. Returns an ExitCode.
int run(std::vector<std::string> const& args, Environment const& environment);

/// The same with streams that are not terminals.
int run(std::vector<std::string> const& args, std::istream& in, std::ostream& out,
        std::ostream& err);

}  // namespace hrefkit::cli
