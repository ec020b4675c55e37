// The command run in process, and what came of it.
#pragma once

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
};

/// What a run gave.
struct CliResult {
  int exit_code;
  std::string out;
  std::string err;

  bool operator==(CliResult const&) const = default;
};

std::ostream& operator<<(std::ostream& stream, CliResult const& result);

/// Runs `hrefkit` with these arguments.
CliResult run_cli(std::vector<std::string> const& args, CliInput const& input = {});

}  // namespace hrefkit::test
