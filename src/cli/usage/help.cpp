#include "hrefkit/cli/usage/help.h"

#include <algorithm>
#include <string_view>

#include "hrefkit/cli/options/option_set.h"

namespace hrefkit::cli {

namespace {

constexpr std::string_view manual_ending =
    ".SH \"EXIT STATUS\"\n"
    ".TP\n.B 0\nDone, and nothing was found.\n"
    ".TP\n.B 1\nThere are findings: what \\-\\-fail\\-on names, pages that rewrite left as they "
    "were, or a URL given to url that does not parse.\n"
    ".TP\n.B 2\nWrong usage, a bad configuration, or an input that could not be read; the other "
    "inputs are still done.\n"
    ".SH FILES\n"
    ".TP\n.I .hrefkit.toml\nOptions, in the working folder: for every command, or in a table for "
    "one, such as [check]. What writes files, reads other folders or waits is refused there, and "
    "allowed in the file of \\-\\-config.\n"
    ".TP\n.I .hrefkitignore\nURLs that check does not report: a regular expression on each line.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B NO_COLOR\nIf it is set and not empty, no colours are used unless \\-\\-color asks for "
    "them.\n"
    ".TP\n.B COLUMNS\nThe width of the help, where the terminal does not tell it.\n";

/// Appends a text that may begin a line.
void append_manual_text(std::string& page, std::string_view text) {
  if (text.starts_with('.') || text.starts_with('\'')) page += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      page += "\\e";
    } else if (c == '-') {
      page += "\\-";
    } else {
      page += c;
    }
  }
}

void append_manual_line(std::string& page, std::string_view text) {
  append_manual_text(page, text);
  page += '\n';
}

void append_manual_heading(std::string& page, std::string_view macro, std::string_view text) {
  page.append(macro).append(" \"");
  append_manual_text(page, text);
  page += "\"\n";
}

/// ".TP", the term in bold, and its text.
void append_manual_entry(std::string& page, std::string_view term, std::string_view value,
                         std::string_view text) {
  page += ".TP\n\\fB";
  append_manual_text(page, term);
  page += "\\fR";
  if (!value.empty()) {
    page += " \\fI";
    append_manual_text(page, value);
    page += "\\fR";
  }
  page += '\n';
  append_manual_line(page, text);
}

void append_manual_options(std::string& page, CommandOutline const& command,
                           std::string_view group) {
  bool any = false;
  for (OptionOutline const& option : command.options) {
    if (option.group != group) continue;
    if (!any) append_manual_heading(page, ".SS", group);
    any = true;
    append_manual_entry(page, joined(option.names), option.value, option.help);
  }
}

void append_manual_all_options(std::string& page, CommandOutline const& command) {
  for (const OptionGroup group : all_option_groups)
    append_manual_options(page, command, title(group));
}

/// The examples, as they are to be typed.
void append_manual_examples(std::string& page, std::string_view examples) {
  if (examples.empty()) return;
  page += ".SS Examples\n.nf\n";
  for (std::string_view const line : lines_of(examples)) append_manual_line(page, line);
  page += ".fi\n";
}

void append_manual_command(std::string& page, CommandOutline const& program,
                           CommandOutline const& command) {
  append_manual_heading(page, ".SH", program.name + ' ' + command.name);
  page += ".B ";
  append_manual_line(page, usage_of(program, command));
  page += ".PP\n";
  append_manual_line(page, command.description + '.');
  for (ArgumentOutline const& argument : command.arguments) {
    append_manual_entry(page, argument.name, {}, argument.help);
  }
  append_manual_all_options(page, command);
  append_manual_examples(page, command.footer);
}

}  // namespace

std::string manual_page(CommandOutline const& program, std::string_view version) {
  std::string page = ".TH HREFKIT 1 \"\" \"";
  append_manual_text(page, version);
  page +=
      "\" \"User Commands\"\n.SH NAME\nhrefkit \\- find, resolve, check and rewrite the links of "
      "documents\n.SH SYNOPSIS\n.B ";
  append_manual_line(page, usage_of(program, program));
  page += ".SH DESCRIPTION\n";
  append_manual_line(page, program.description);
  page += ".SH COMMANDS\n";
  for (CommandOutline const& command : program.commands) {
    append_manual_entry(page, command.name, {}, command.description + '.');
  }
  append_manual_options(page, program, "Options");
  append_manual_all_options(page, program);
  for (CommandOutline const& command : program.commands)
    append_manual_command(page, program, command);
  return page.append(manual_ending);
}

namespace {

constexpr std::size_t min_width = 40;
constexpr std::size_t max_width = 120;  // longer lines are hard to read

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
std::string term_of(OptionOutline const& option) {
  std::string term = option.names.front().starts_with("--") ? "    " : "";
  term += joined(option.names);
  if (!option.value.empty()) term += ' ' + option.value;
  return term;
}

void append_options(Page& page, CommandOutline const& command, std::string_view group) {
  bool any = false;
  for (OptionOutline const& option : command.options) {
    if (option.group != group) continue;
    if (!any) page.out.append("\n").append(group).append(":\n");
    any = true;
    append_entry(page, term_of(option), option.help);
  }
}

void append_arguments(Page& page, CommandOutline const& command) {
  for (ArgumentOutline const& argument : command.arguments) {
    page.out += '\n';
    append_entry(page, argument.name, argument.help);
  }
}

void append_commands(Page& page, CommandOutline const& program) {
  if (program.commands.empty()) return;
  page.out += "\nCommands:\n";
  for (CommandOutline const& command : program.commands) {
    append_entry(page, command.name, command.description);
  }
}

/// The examples, as they are to be typed: they are not wrapped.
void append_examples(Page& page, std::string_view examples) {
  if (examples.empty()) return;
  page.out += "\nExamples:\n";
  for (std::string_view const line : lines_of(examples)) {
    page.out.append("  ").append(line).append("\n");
  }
}

}  // namespace

std::string help_text(CommandOutline const& program, CommandOutline const& command,
                      std::size_t width) {
  width = std::clamp(width, min_width, max_width);
  Page page{{}, width, width < 60 ? std::size_t{8} : std::size_t{28}};
  append_wrapped(page, command.description, 0);
  page.out += '\n';
  append_wrapped(page, "Usage: " + usage_of(program, command), 0);
  if (&command != &program) append_examples(page, command.footer);
  append_arguments(page, command);
  append_commands(page, command);
  for (const OptionGroup group : all_option_groups) append_options(page, command, title(group));
  append_options(page, command, "Options");
  page.out += '\n';
  append_wrapped(page, program.footer, 0);
  return page.out;
}

}  // namespace hrefkit::cli
