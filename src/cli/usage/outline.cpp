#include "hrefkit/cli/usage/outline.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/suggestion.h"

namespace hrefkit::cli {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

OptionOutline outline_of(CLI::Option const& option, std::string_view command) {
  OptionOutline outline{
      .names = {},
      .value = option.get_option_text(),
      .help = option.get_description(),
      .group = option.get_group(),
      .choices = {},
      .is_repeatable = option.get_items_expected_max() > 1,
  };
  const std::string type = option.get_type_name();
  for (std::string_view const choice : split(type, choice_separator)) {
    outline.choices.emplace_back(choice);
  }
  for (std::string const& name : option.get_snames()) outline.names.push_back("-" + name);
  for (std::string const& name : option.get_lnames()) outline.names.push_back("--" + name);
  if (option.get_lnames().empty()) return outline;
  if (OptionRow const* const row = find_row(option.get_lnames().front())) {
    outline.is_main = has_word(row->main, command);
    outline.needs = row->needs;
  }
  return outline;
}

}  // namespace

std::string_view OptionOutline::item() const {
  return std::string_view(value).substr(0, value.size() - (is_list() ? list_mark.size() : 0));
}

std::vector<std::string> CommandOutline::topic_names() const {
  std::vector<std::string> names;
  for (TopicOutline const& topic : topics) names.push_back(topic.name);
  return names;
}

OptionOutline const* CommandOutline::find(std::string_view option) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](OptionOutline const& one) {
    return std::find(one.names.begin(), one.names.end(), option) != one.names.end();
  });
  return found == options.end() ? nullptr : &*found;
}

CommandOutline outline_of(CLI::App const& command) {
  CommandOutline outline{
      .name = command.get_name(),
      .description = command.get_description(),
      .footer = command.get_footer(),
      .findings = {},
      .arguments = {},
      .options = {},
      .commands = {},
  };
  for (CLI::Option const* option : command.get_options()) {
    if (option->get_positional()) {
      // CLI11 takes one word as a name: where the usage has others, such as "OLD NEW", they are it.
      const std::string usage = option->get_option_text();
      const std::string name = usage.starts_with('[') ? option->get_name() : usage;
      outline.arguments.push_back({name, usage, option->get_description()});
    } else {
      outline.options.push_back(outline_of(*option, outline.name));
    }
  }
  for (CLI::App const* sub : command.get_subcommands([](CLI::App const*) { return true; })) {
    outline.commands.push_back(outline_of(*sub));
  }
  return outline;
}

std::string usage_of(CommandOutline const& program, CommandOutline const& command) {
  if (&command == &program) return program.name + " COMMAND [OPTIONS] [INPUT...]";
  std::string usage = program.name + ' ' + command.name + " [OPTIONS]";
  for (ArgumentOutline const& argument : command.arguments) usage += ' ' + argument.usage;
  return usage;
}

std::vector<std::string_view> lines_of(std::string_view footer) {
  return split(footer, '\n');
}

std::string_view first_clause(std::string_view help) {
  constexpr std::array<std::string_view, 3> ends{": ", "; ", " ["};
  std::size_t length = help.size();
  for (std::string_view const end : ends) length = std::min(length, help.find(end));
  return help.substr(0, length);
}

}  // namespace hrefkit::cli
