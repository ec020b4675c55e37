#include <string>
#include <string_view>

#include "hrefkit/cli/options/choice.h"
#include "hrefkit/cli/usage/completion.h"

namespace hrefkit::cli {

namespace {

constexpr std::string_view bash_beginning =
    R"script(# Completes hrefkit in bash. Written by: hrefkit --generate bash

# What the value of an option can be: $values are words, with commas between where $list is set;
# $files is the option of compgen for files or folders.
_hrefkit_value() {
  case "$1 $2" in
)script";

constexpr std::string_view bash_middle = R"script(    *) return 1 ;;
  esac
}

_hrefkit_options() {
  case "$1" in
)script";

constexpr std::string_view bash_ending = R"script(  esac
}

_hrefkit() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command='' values='' list='' files='' head='' i
  # Bash takes --format=json for three words.
  if [[ $current == = ]]; then
    current=''
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ " $_hrefkit_commands " == *" ${COMP_WORDS[i]} "* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  COMPREPLY=()
  if _hrefkit_value "$command" "$before"; then
    if [[ -n $list && $current == *,* ]]; then head=${current%,*},; fi
    if [[ -n $values ]]; then
      mapfile -t COMPREPLY < <(compgen -P "$head" -W "$values" -- "${current#"$head"}")
    fi
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_hrefkit_options "$command")" -- "$current")
  elif [[ -z $command || $command == help ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$_hrefkit_commands" -- "$current")
  else
    files=-f
  fi
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen "$files" -- "$current")
  fi
}

complete -F _hrefkit hrefkit
)script";

/// One name, or "NAME | NAME": the words before a value, the command first.
std::string bash_pattern(CommandOutline const& command, OptionOutline const& option) {
  std::string pattern;
  for (std::string const& name : option.names) {
    if (!pattern.empty()) pattern += " | ";
    pattern += "'" + command.name + ' ' + name + "'";
  }
  return pattern;
}

void append_bash_value(std::string& script, OptionOutline const& option) {
  if (!option.choices.empty()) {
    script += " values='" + joined(option.choices, " ");
    script += option.is_list() ? "' list=1" : "'";
  } else if (option.takes_file()) {
    script += " files=-f";
  } else if (option.takes_folder()) {
    script += " files=-d";
  }
}

void append_bash_values(std::string& script, CommandOutline const& command) {
  for (OptionOutline const& option : command.options) {
    if (option.value.empty()) continue;
    script.append("    ").append(bash_pattern(command, option)).append(")");
    append_bash_value(script, option);
    script += " ;;\n";
  }
}

void append_bash_options(std::string& script, CommandOutline const& command) {
  script += "    '" + command.name + "') echo '";
  for (OptionOutline const& option : command.options) {
    for (std::string const& name : option.names) {
      script += name;
      script += ' ';
    }
  }
  script.back() = '\'';
  script += " ;;\n";
}

}  // namespace

std::string bash_completion(CommandOutline const& program) {
  CommandOutline options_before_command = program;
  options_before_command.name.clear();
  std::string script(bash_beginning);
  append_bash_values(script, options_before_command);
  for (CommandOutline const& command : program.commands) append_bash_values(script, command);
  script += bash_middle;
  append_bash_options(script, options_before_command);
  for (CommandOutline const& command : program.commands) append_bash_options(script, command);
  std::string names;
  for (CommandOutline const& command : program.commands) names += command.name + ' ';
  script += bash_ending;
  script += "_hrefkit_commands='" + names + "help'\n";
  return script;
}

}  // namespace hrefkit::cli
