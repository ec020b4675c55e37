// The options, arguments and commands of the program as plain data, from which the help, the manual
// and the completion are made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/options/option_table.h"

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// The suffix of the name of a value that may have several items.
inline constexpr std::string_view list_mark = ",...";

/// One option of a command.
struct OptionOutline {
  std::vector<std::string> names;    ///< as typed: "-o", "--output"
  std::string value;                 ///< the name of its value, "FILE"; empty for a flag
  std::string help;                  ///< ends with the possible values, and the default
  std::string group;                 ///< the title over it in the help
  std::vector<std::string> choices;  ///< the possible values; empty if any is
  bool is_repeatable = false;
  bool is_main = false;                        ///< the short help shows it
  RequiredMode needs = RequiredMode::nothing;  ///< what it needs to have an effect

  bool is_list() const { return value.ends_with(list_mark); }
  bool has_file_value() const { return value == "FILE" || value == "PATH"; }
  bool has_folder_value() const { return value == "DIR"; }
  bool has_severity_value() const { return value == "RULE=LEVEL"; }
  /// The name of one item of its value: "RULE" of "RULE,...".
  std::string_view item() const;
};

/// The arguments of a command besides options.
struct ArgumentOutline {
  std::string name;   ///< "FOLDER"
  std::string usage;  ///< "[FOLDER...]"
  std::string help;
};

/// A topic of `hrefkit help`.
struct TopicOutline {
  std::string name;   ///< "rules"
  std::string title;  ///< what it explains
};

/// The program, which has commands and topics, or one of its commands.
struct CommandOutline {
  std::string name;
  std::string description;
  std::string footer;    ///< examples, one on each line; for the program what ends each help text
  std::string findings;  ///< the meaning of exit code 1; empty if it does not occur
  std::vector<ArgumentOutline> arguments;
  std::vector<OptionOutline> options;
  std::vector<CommandOutline> commands;
  std::vector<TopicOutline> topics = {};

  /// The names of the topics.
  std::vector<std::string> topic_names() const;

  /// The option with that name as typed, "--format"; null where the command has none.
  OptionOutline const* find(std::string_view option) const;
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
