#include <string>
#include <string_view>

#include "hrefkit/cli/options/choice.h"
#include "hrefkit/cli/usage/completion.h"

namespace hrefkit::cli {

namespace {

void append_fish_text(std::string& script, std::string_view text) {
  script += '\'';
  for (const char c : text) {
    if (c == '\'' || c == '\\') script += '\\';
    script += c;
  }
  script += '\'';
}

void append_fish_value(std::string& script, OptionOutline const& option) {
  if (option.value.empty()) return;
  if (option.takes_file()) {
    script += " -r -F";
    return;
  }
  script += " -x";
  const std::string words = joined(option.choices, " ");
  if (option.takes_folder()) {
    script += " -a '(__fish_complete_directories)'";
  } else if (option.is_list() && !words.empty()) {
    script += " -a '(__fish_append , " + words + ")'";
  } else if (!words.empty()) {
    script += " -a '" + words + "'";
  }
}

void append_fish_options(std::string& script, std::string_view when,
                         CommandOutline const& command) {
  for (OptionOutline const& option : command.options) {
    script.append(when);
    for (std::string_view const name : option.names) {
      script.append(name.starts_with("--") ? " -l " : " -s ")
          .append(name.substr(name[1] == '-' ? 2 : 1));
    }
    append_fish_value(script, option);
    script += " -d ";
    append_fish_text(script, first_clause(option.help));
    script += '\n';
  }
}

}  // namespace

std::string fish_completion(CommandOutline const& program) {
  const std::string before = "complete -c hrefkit -n __fish_use_subcommand";
  std::string script = "# Completes hrefkit in fish. Written by: hrefkit --generate fish\n";
  append_fish_options(script, before, program);
  script += before + " -f\n";
  for (CommandOutline const& command : program.commands) {
    script += before + " -a " + command.name + " -d ";
    append_fish_text(script, command.description);
    script += '\n';
  }
  for (CommandOutline const& command : program.commands) {
    append_fish_options(script,
                        "complete -c hrefkit -n '__fish_seen_subcommand_from " + command.name + "'",
                        command);
  }
  return script;
}

}  // namespace hrefkit::cli
