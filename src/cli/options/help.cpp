#include "hrefkit/cli/options/help.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "hrefkit/cli/options/option_table.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t least_width = 40;
constexpr std::size_t most_width = 120;  // longer lines are hard to read

/// Where texts go and how wide they may be.
struct Page {
  std::string out;
  std::size_t width;
  std::size_t text_column;  ///< where descriptions begin
};

/// Appends `text` in lines that begin at the column `indent`, where the first one is already.
void append_wrapped(Page& page, std::string_view text, std::size_t indent) {
  std::string& out = page.out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > indent && column + 1 + end > page.width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (column > indent) {
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
void append_entry(Page& page, std::string const& term, std::string_view text) {
  page.out += "  ";
  page.out += term;
  const std::size_t column = 2 + term.size();
  if (column + 2 > page.text_column) {
    page.out += '\n';
    page.out.append(page.text_column, ' ');
  } else {
    page.out.append(page.text_column - column, ' ');
  }
  append_wrapped(page, text, page.text_column);
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

void append_options(Page& page, CLI::App const& command, std::string const& group) {
  bool any = false;
  for (CLI::Option const* option : command.get_options()) {
    if (option->get_positional() || option->get_group() != group) continue;
    if (!any) page.out += "\n" + group + ":\n";
    any = true;
    append_entry(page, term_of(*option), option->get_description());
  }
}

void append_usage(Page& page, CLI::App const& command) {
  std::string usage = "Usage: hrefkit ";
  if (command.get_parent() == nullptr) {
    usage += "COMMAND [OPTIONS] [INPUT...]";
  } else {
    usage += command.get_name() + " [OPTIONS]";
  }
  for (CLI::Option const* option : command.get_options()) {
    if (option->get_positional()) usage += ' ' + option->get_option_text();
  }
  page.out += '\n';
  append_wrapped(page, usage, 0);
}

void append_arguments(Page& page, CLI::App const& command) {
  for (CLI::Option const* option : command.get_options()) {
    if (!option->get_positional()) continue;
    page.out += '\n';
    append_entry(page, option->get_name(), option->get_description());
  }
}

void append_commands(Page& page, CLI::App const& program) {
  const auto commands = program.get_subcommands([](CLI::App const*) { return true; });
  if (commands.empty()) return;
  page.out += "\nCommands:\n";
  for (CLI::App const* command : commands) {
    append_entry(page, command->get_name(), command->get_description());
  }
}

/// The examples, as they are to be typed: they are not wrapped.
void append_examples(Page& page, CLI::App const& command) {
  if (command.get_parent() == nullptr) return;
  const std::string examples = command.get_footer();
  if (examples.empty()) return;
  page.out += "\nExamples:\n";
  for (std::string_view rest = examples; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    page.out.append("  ").append(rest.substr(0, end)).append("\n");
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace

std::string help_text(CLI::App const& command, std::size_t width) {
  width = std::clamp(width, least_width, most_width);
  Page page{{}, width, width < 60 ? std::size_t{8} : std::size_t{28}};
  append_wrapped(page, command.get_description(), 0);
  append_usage(page, command);
  append_examples(page, command);
  append_arguments(page, command);
  append_commands(page, command);
  for (const OptionGroup group : all_option_groups) {
    append_options(page, command, std::string(title(group)));
  }
  append_options(page, command, "Options");
  page.out += '\n';
  const CLI::App* const program = command.get_parent() == nullptr ? &command : command.get_parent();
  append_wrapped(page, program->get_footer(), 0);
  return page.out;
}

}  // namespace hrefkit::cli
