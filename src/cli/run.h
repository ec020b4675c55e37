// The command, callable in process.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace hrefkit::cli {

/// Runs `hrefkit` with `args` (without the program's name). Results go to `out`, all else to `err`;
/// the input "-" is read from `in`. Returns the exit code: see exit_code.h.
int run(std::vector<std::string> const& args, std::istream& in, std::ostream& out,
        std::ostream& err);

}  // namespace hrefkit::cli
