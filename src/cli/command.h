// What a command is to the program: what the help says of it, its options, and its run. A new one
// is a class made by a function that is named here and called in command_line.cpp.
#pragma once

#include <memory>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

/// What the help says of a command.
struct CommandText {
  char const* name;
  char const* description;
  char const* examples;  ///< one a line
  /// What exit code 1 says; null where the command never ends so.
  char const* findings = nullptr;
};

/// One command. Its options are parsed into its members, which hold the defaults before.
class Command {
 public:
  explicit Command(CommandText const& help) : text(help) {}
  virtual ~Command() = default;

  /// Binds the options to members.
  virtual void add_options(OptionSet& options) = 0;

  /// The files and folders that a run writes. CommandLine::run refuses those that a symbolic link
  /// in the working folder leads out of it.
  virtual std::vector<Destination> outputs() const { return {{"--output", common.output}}; }

  /// True if symbolic links may lead out of the folder, or an output out of the working folder.
  virtual bool follows_outside() const { return common.follow_outside; }

  /// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
  virtual int run(Environment const& environment) const = 0;

  CommandText text;
  CommonOptions common;
};

std::unique_ptr<Command> make_archive_command();
std::unique_ptr<Command> make_base_command();
std::unique_ptr<Command> make_check_command();
std::unique_ptr<Command> make_compare_command();
std::unique_ptr<Command> make_effects_command();
std::unique_ptr<Command> make_resolve_command();
std::unique_ptr<Command> make_rewrite_command();
std::unique_ptr<Command> make_url_command();

}  // namespace hrefkit::cli
