// What a command line may hold, as plain data. The help, the manual and what shells complete are
// made of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// What ends the name of a value that may have several items.
inline constexpr std::string_view list_mark = ",...";

/// One option of a command.
struct OptionOutline {
  std::vector<std::string> names;    ///< as they are written: "-o", "--output"
  std::string value;                 ///< what its value is called, "FILE"; empty for a flag
  std::string help;                  ///< ends with the values that it can have, and the default
  std::string group;                 ///< the title over it in the help
  std::vector<std::string> choices;  ///< the values that it can have; empty where that is open
  bool is_repeatable = false;

  bool is_list() const { return value.ends_with(list_mark); }
  bool takes_file() const { return value == "FILE" || value == "PATH"; }
  bool takes_folder() const { return value == "DIR"; }
  bool takes_severity() const { return value == "RULE=LEVEL"; }
  /// What one item of its value is called: "RULE" of "RULE,...".
  std::string_view item() const;
};

/// What a command takes besides options.
struct ArgumentOutline {
  std::string name;   ///< "FOLDER"
  std::string usage;  ///< "[FOLDER...]"
  std::string help;
};

/// The program, which has commands, or one of its commands.
struct CommandOutline {
  std::string name;
  std::string description;
  std::string footer;    ///< examples, one on each line; for the program what ends each help text
  std::string findings;  ///< what exit code 1 says; empty where it does not occur
  std::vector<ArgumentOutline> arguments;
  std::vector<OptionOutline> options;
  std::vector<CommandOutline> commands;
};

/// The outline of `command` and of its commands.
CommandOutline outline_of(CLI::App const& command);

/// How the command is called: "hrefkit check [OPTIONS] [FOLDER...]".
std::string usage_of(CommandOutline const& program, CommandOutline const& command);

/// The lines of a footer.
std::vector<std::string_view> lines_of(std::string_view footer);

/// A help text without its details: "Format of the results" of "Format of the results: text, json".
std::string_view first_clause(std::string_view help);

}  // namespace hrefkit::cli
