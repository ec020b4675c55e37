#include "cli/cli_run.h"

#include <sstream>

#include "hrefkit/cli/run.h"

namespace hrefkit::test {

std::ostream& operator<<(std::ostream& stream, CliResult const& result) {
  return stream << "exit code " << result.exit_code << "\n--- out\n"
                << result.out << "--- err\n"
                << result.err << "---";
}

CliResult run_cli(std::vector<std::string> const& args, CliInput const& input) {
  std::istringstream in(input.in);
  std::ostringstream out;
  std::ostringstream err;
  const int exit_code = cli::run(args, {.in = in,
                                        .out = out,
                                        .err = err,
                                        .out_is_terminal = input.out_is_terminal,
                                        .err_is_terminal = input.err_is_terminal,
                                        .no_color = input.no_color});
  return {exit_code, out.str(), err.str()};
}

}  // namespace hrefkit::test
