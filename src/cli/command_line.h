// The command line: the commands with their options, and what was given for them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/environment.h"

namespace hrefkit::cli {

/// What a command line asks for.
struct ParsedLine {
  enum class Outcome : unsigned char {
    command,      ///< a command to run
    text,         ///< `text` to print: the help or the version
    wrong_usage,  ///< `text` says what is wrong; the help says more
    no_command,   ///< the same where no command is meant: `text` says all
  };
  Outcome outcome = Outcome::command;
  std::string text = {};
};

/// Parses one command line and runs its command.
class CommandLine {
 public:
  /// Help is wrapped to `width` columns.
  explicit CommandLine(std::size_t width = 80);
  ~CommandLine();
  CommandLine(CommandLine const&) = delete;
  CommandLine& operator=(CommandLine const&) = delete;

  /// Parses `args` and the configuration file that counts.
  ParsedLine parse(std::vector<std::string> const& args);

  /// The name of the command that was parsed; the empty string for the program itself.
  std::string_view command() const;

  /// Runs the command that was parsed. Returns an ExitCode; throws UsageError for options that
  /// cannot be followed.
  int run(Environment const& environment) const;

 private:
  struct Commands;
  std::unique_ptr<Commands> commands_;
  std::vector<std::string> args_;  // of the command that was parsed
  std::size_t width_;
};

}  // namespace hrefkit::cli
