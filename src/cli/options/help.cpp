#include "hrefkit/cli/options/help.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string_view>

#include "hrefkit/cli/options/option_table.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t width = 80;
constexpr std::size_t text_column = 28;  // where descriptions begin

/// Appends `text` from `text_column` on, in lines of at most `width` columns.
void append_wrapped(std::string& out, std::string_view text) {
  std::size_t column = text_column;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > text_column && column + 1 + end > width) {
      out += '\n';
      out.append(text_column, ' ');
      column = text_column;
    } else if (column > text_column) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += '\n';
}

/// "  -o, --output FILE        Write the results to FILE".
void append_entry(std::string& out, std::string const& term, std::string_view text) {
  out += "  ";
  out += term;
  const std::size_t column = 2 + term.size();
  if (column + 2 > text_column) {
    out += '\n';
    out.append(text_column, ' ');
  } else {
    out.append(text_column - column, ' ');
  }
  append_wrapped(out, text);
}

/// The names of an option and what its value is called; long names without a short one line up.
std::string term_of(CLI::Option const& option) {
  std::string term;
  for (std::string const& name : option.get_snames()) term += "-" + name + ", ";
  if (term.empty()) term = "    ";
  for (std::string const& name : option.get_lnames()) term += "--" + name;
  if (!option.get_option_text().empty()) term += ' ' + option.get_option_text();
  return term;
}

void append_options(std::string& out, CLI::App const& command, std::string const& group) {
  bool any = false;
  for (CLI::Option const* option : command.get_options()) {
    if (option->get_positional() || option->get_group() != group) continue;
    if (!any) out += "\n" + group + ":\n";
    any = true;
    append_entry(out, term_of(*option), option->get_description());
  }
}

void append_usage(std::string& out, CLI::App const& command) {
  out += "\nUsage: hrefkit ";
  if (command.get_parent() == nullptr) {
    out += "COMMAND [OPTIONS] [INPUT...]\n";
    return;
  }
  out += command.get_name() + " [OPTIONS]";
  for (CLI::Option const* option : command.get_options()) {
    if (option->get_positional()) out += " [" + option->get_name() + "...]";
  }
  out += '\n';
}

void append_arguments(std::string& out, CLI::App const& command) {
  for (CLI::Option const* option : command.get_options()) {
    if (!option->get_positional()) continue;
    out += '\n';
    append_entry(out, option->get_name(), option->get_description());
  }
}

void append_commands(std::string& out, CLI::App const& program) {
  const auto commands = program.get_subcommands([](CLI::App const*) { return true; });
  if (commands.empty()) return;
  out += "\nCommands:\n";
  for (CLI::App const* command : commands) {
    append_entry(out, command->get_name(), command->get_description());
  }
}

}  // namespace

std::string help_text(CLI::App const& command) {
  std::string out = command.get_description() + "\n";
  append_usage(out, command);
  append_arguments(out, command);
  append_commands(out, command);
  for (const OptionGroup group : all_option_groups) {
    append_options(out, command, std::string(title(group)));
  }
  append_options(out, command, "Options");
  const CLI::App* const program = command.get_parent() == nullptr ? &command : command.get_parent();
  return out + "\n" + program->get_footer() + "\n";
}

}  // namespace hrefkit::cli
