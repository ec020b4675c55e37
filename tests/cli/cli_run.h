// The command run in process, and what came of it.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace hrefkit::test {

/// What a run is given besides its arguments.
struct CliInput {
  std::string in = {};
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool no_color = false;
  bool force_color = false;
  bool is_dumb = false;
  bool has_runner = false;
  std::size_t width = 200;
};

/// What a run gave.
struct CliResult {
  int exit_code;
  std::string out;
  std::string err;           ///< without the summary
  std::string summary = {};  ///< the line that says how much was read: "1 link in 1 file"

  /// The summary has tests of its own.
  bool operator==(CliResult const& other) const {
    return exit_code == other.exit_code && out == other.out && err == other.err;
  }
};

/// Removes the summary line from the end of `err`, which a run wrote to standard error. Returns the
/// text between "hrefkit: " and the line break, or an empty string when `err` has no summary.
std::string cut_summary(std::string& err);

std::ostream& operator<<(std::ostream& stream, CliResult const& result);

/// Runs `hrefkit` with these arguments.
CliResult run_cli(std::vector<std::string> const& args, CliInput const& input = {});

/// Runs a shell command in which $HREFKIT is the program; its exit code.
int shell(std::string const& command);

}  // namespace hrefkit::test
