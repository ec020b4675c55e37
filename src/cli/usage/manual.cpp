#include "hrefkit/cli/usage/manual.h"

#include "hrefkit/cli/options/choice.h"
#include "hrefkit/cli/options/option_table.h"

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

}  // namespace hrefkit::cli
