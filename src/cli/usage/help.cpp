#include "hrefkit/cli/usage/help.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

/// The options of a group, those first that matter most.
std::vector<OptionOutline const*> options_of(CommandOutline const& command,
                                             std::string_view group) {
  std::vector<OptionOutline const*> options;
  for (OptionOutline const& option : command.options) {
    if (option.group == group) options.push_back(&option);
  }
  std::stable_partition(options.begin(), options.end(),
                        [](auto* option) { return option->is_main; });
  return options;
}

constexpr std::string_view manual_files =
    ".SH FILES\n"
    ".TP\n.I .hrefkit.toml\nOptions, in the working folder: for every command, or in a table for "
    "one, such as [check]. What writes files, reads other folders or waits is refused there, and "
    "allowed in the file of \\-\\-config.\n"
    ".TP\n.I .hrefkitignore\nURLs that check does not report: a regular expression on each line.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B NO_COLOR\nIf it is set and not empty, no colours are used unless \\-\\-color asks for "
    "them.\n"
    ".TP\n.B FORCE_COLOR, CLICOLOR_FORCE\nIf one is set, and neither empty nor 0, standard output "
    "has colours although it is no terminal, unless NO_COLOR is set or \\-\\-color says "
    "otherwise.\n"
    ".TP\n.B GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION\nIf one is set, and neither empty nor 0, a "
    "CI "
    "runner reads what is printed, and text in it that would be a command for the runner is broken "
    "by a zero\\-width space, in JSON by \\eu0023.\n"
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
  const auto options = options_of(command, group);
  if (!options.empty()) append_manual_heading(page, ".SS", group);
  for (OptionOutline const* option : options) {
    append_manual_entry(page, joined(option->names), option->value, option->help);
  }
}

void append_manual_all_options(std::string& page, CommandOutline const& command) {
  for (const OptionGroup group : all_option_groups)
    append_manual_options(page, command, title(group));
}

/// Appends lines to be typed as they are.
void append_manual_lines(std::string& page, std::string_view lines) {
  page += ".nf\n";
  for (std::string_view const line : lines_of(lines)) append_manual_line(page, line);
  page += ".fi\n";
}

/// The exit codes of a command, or of all of them.
void append_manual_exit_codes(std::string& page, CommandOutline const& command) {
  page += ".SH \"EXIT STATUS\"\n";
  append_manual_entry(page, "0", {}, "Done, and nothing was found.");
  if (!command.findings.empty()) append_manual_entry(page, "1", {}, command.findings);
  for (CommandOutline const& one : command.commands) {
    if (!one.findings.empty()) append_manual_entry(page, "1", one.name, one.findings);
  }
  append_manual_entry(
      page, "2", {},
      "Wrong usage, a bad configuration, an input that could not be read (the other "
      "inputs are still done), or a result that could not be written.");
}

/// "hrefkit(1), hrefkit-check(1)", without the page itself.
void append_manual_see_also(std::string& page, CommandOutline const& program,
                            CommandOutline const& command) {
  page += ".SH \"SEE ALSO\"\n";
  std::vector<std::string> names;
  if (&command != &program) names.push_back(program.name + "(1)");
  for (CommandOutline const& other : program.commands) {
    if (&other != &command) names.push_back(program.name + '-' + other.name + "(1)");
  }
  append_manual_line(page, joined(names));
}

/// An example of each command.
std::string first_examples(CommandOutline const& program) {
  std::string examples;
  for (CommandOutline const& command : program.commands) {
    examples.append(lines_of(command.footer).front()).append("\n");
  }
  return examples;
}

}  // namespace

std::string manual_page(CommandOutline const& program, CommandOutline const& command,
                        std::string_view version) {
  const bool is_program = &command == &program;
  const std::string name = is_program ? program.name : program.name + '-' + command.name;
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](char c) { return text::to_ascii_upper(c); });
  std::string page = ".TH \"";
  append_manual_text(page, title);
  page += "\" 1 \"\" \"";
  append_manual_text(page, version);
  page += "\" \"User Commands\"\n.SH NAME\n";
  append_manual_text(page, name);
  page += " \\- ";
  append_manual_line(page, is_program ? "find, resolve, check and rewrite the links of documents"
                                      : command.description);
  page += ".SH SYNOPSIS\n.B ";
  append_manual_line(page, usage_of(program, command));
  page += ".SH EXAMPLES\n";
  append_manual_lines(page, is_program ? first_examples(program) : command.footer);
  page += ".SH DESCRIPTION\n";
  append_manual_line(page, is_program ? command.description : command.description + '.');
  for (ArgumentOutline const& argument : command.arguments) {
    append_manual_entry(page, argument.name, {}, argument.help + '.');
  }
  if (is_program) page += ".SH COMMANDS\n";
  for (CommandOutline const& one : command.commands) {
    append_manual_entry(page, one.name, {}, one.description + '.');
  }
  if (is_program) {
    page += ".SH \"HELP TOPICS\"\n";
    for (TopicOutline const& topic : program.topics) {
      append_manual_entry(page, "hrefkit help " + topic.name, {}, topic.title + '.');
    }
  }
  page += ".SH OPTIONS\n";
  append_manual_all_options(page, command);
  append_manual_options(page, command, "Options");
  append_manual_exit_codes(page, command);
  page += manual_files;
  append_manual_see_also(page, program, command);
  return page;
}

namespace {

constexpr std::size_t min_width = 40;
constexpr std::size_t max_width = 120;  // longer lines are hard to read
constexpr std::size_t text_column = 28;
constexpr std::size_t max_text_column = 30;  // of a list whose terms are all known

/// The text and the layout of a page.
struct Page {
  std::string out;
  std::size_t width;
  std::size_t text_column;  ///< where descriptions begin
};

std::size_t usable_width(std::size_t width) {
  return std::clamp(width, min_width, max_width);
}

/// Where descriptions begin: below their terms on a narrow screen.
std::size_t column_of_texts(std::size_t usual, std::size_t width) {
  return width < 60 ? 8 : usual;
}

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

/// The names of an option and the name of its value; long names without a short one are aligned.
std::string term_of(OptionOutline const& option) {
  std::string term = option.names.front().starts_with("--") ? "    " : "";
  term += joined(option.names);
  if (!option.value.empty()) term += ' ' + option.value;
  return term;
}

void append_options(Page& page, CommandOutline const& command, std::string_view group) {
  const auto options = options_of(command, group);
  if (!options.empty()) page.out.append("\n").append(group).append(":\n");
  for (OptionOutline const* option : options) append_entry(page, term_of(*option), option->help);
}

void append_arguments(Page& page, CommandOutline const& command) {
  for (ArgumentOutline const& argument : command.arguments) {
    page.out += '\n';
    append_entry(page, argument.name, argument.help);
  }
}

void append_commands(Page& page, CommandOutline const& program) {
  if (program.commands.empty()) return;
  std::vector<HelpEntry> entries;
  for (CommandOutline const& one : program.commands) entries.push_back({one.name, one.description});
  page.out += "\nCommands:\n";
  append_entries(page.out, entries, page.width);
}

/// Appends up to `count` examples without wrapping, as they are to be typed.
void append_examples(Page& page, std::string_view examples, std::size_t count) {
  if (examples.empty()) return;
  page.out += "\nExamples:\n";
  for (std::string_view const line : lines_of(examples)) {
    if (count-- == 0) break;
    page.out.append("  ").append(line).append("\n");
  }
}

void append_topics(Page& page, CommandOutline const& program) {
  std::vector<HelpEntry> entries;
  for (TopicOutline const& topic : program.topics) entries.push_back({topic.name, topic.title});
  entries.push_back({"RULE", "A rule of check: what it finds, and how to repair and silence it"});
  page.out += "\nTopics of 'hrefkit help':\n";
  append_entries(page.out, entries, page.width);
}

/// What the short help says of an option: no details, but the names of a few values.
std::string short_text(OptionOutline const& option) {
  constexpr std::size_t max_choices = 4;
  std::string text(first_clause(option.help));
  if (!option.choices.empty() && option.choices.size() <= max_choices) {
    text += ": " + joined(option.choices);
  }
  return text;
}

/// The description and the usage.
void append_beginning(Page& page, CommandOutline const& program, CommandOutline const& command) {
  append_wrapped(page, command.description, 0);
  page.out += '\n';
  append_wrapped(page, "Usage: " + usage_of(program, command), 0);
}

}  // namespace

void append_entries(std::string& out, std::span<HelpEntry const> entries, std::size_t width) {
  std::size_t longest = 0;
  for (HelpEntry const& entry : entries) longest = std::max(longest, entry.term.size());
  width = usable_width(width);
  Page page{{}, width, column_of_texts(std::min(longest + 4, max_text_column), width)};
  for (HelpEntry const& entry : entries) append_entry(page, entry.term, entry.text);
  out += page.out;
}

std::string short_help(CommandOutline const& program, CommandOutline const& command,
                       std::size_t width) {
  Page page{{}, usable_width(width), 0};
  append_beginning(page, program, command);
  const bool is_program = &command == &program;
  append_examples(page, is_program ? first_examples(program) : command.footer, 2);
  append_commands(page, command);
  std::vector<HelpEntry> entries;
  for (OptionOutline const& option : command.options) {
    if (option.is_main) entries.push_back({term_of(option), short_text(option)});
  }
  if (!entries.empty()) page.out += "\nOptions:\n";
  append_entries(page.out, entries, page.width);
  page.out += '\n';
  const std::string what =
      is_program ? "'hrefkit COMMAND -h' has the main options of a command"
                 : "--help has all " + std::to_string(command.options.size()) + " options";
  append_wrapped(page, what + "; 'hrefkit help TOPIC': " + joined(program.topic_names()) + '.', 0);
  return page.out;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  Page page{{}, usable_width(width), indent};
  append_wrapped(page, text, indent);
  return page.out;
}

std::string help_text(CommandOutline const& program, CommandOutline const& command,
                      std::size_t width) {
  width = usable_width(width);
  Page page{{}, width, column_of_texts(text_column, width)};
  append_beginning(page, program, command);
  const bool is_program = &command == &program;
  if (!is_program) append_examples(page, command.footer, command.footer.size());
  append_arguments(page, command);
  append_commands(page, command);
  if (is_program) append_topics(page, program);
  for (const OptionGroup group : all_option_groups) append_options(page, command, title(group));
  append_options(page, command, "Options");
  page.out += '\n';
  append_wrapped(page, program.footer, 0);
  return page.out;
}

}  // namespace hrefkit::cli
