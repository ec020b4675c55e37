#include "hrefkit/cli/usage/completion.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/usage/help.h"
#include "hrefkit/cli/usage/rule_help.h"
#include "hrefkit/site/check.h"

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
  local command='' values='' list='' files='' head='' tail='' i
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
  # The words of --severity RULE=LEVEL: the last one may be "=".
  i=$COMP_CWORD
  if [[ ${COMP_WORDS[i]} != = && ${COMP_WORDS[i - 1]} == = ]]; then i=$((i - 1)); fi
  if [[ ${COMP_WORDS[i]} == = && " $_hrefkit_rules " == *" $before "* ]]; then
    values=$_hrefkit_levels
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
  elif _hrefkit_value "$command" "$before"; then
    if [[ -n $list && $current == *,* ]]; then head=${current%,*},; fi
    if [[ -n $values ]]; then
      mapfile -t COMPREPLY < <(compgen -P "$head" -S "$tail" -W "$values" -- "${current#"$head"}")
      if [[ -n $tail ]]; then compopt -o nospace 2>/dev/null; fi
    fi
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_hrefkit_options "$command")" -- "$current")
  elif [[ $command == help ]]; then
    values="${_hrefkit_commands% help} $_hrefkit_topics $_hrefkit_rules"
    if [[ $before == help ]]; then mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current"); fi
  elif [[ -z $command ]]; then
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

std::vector<std::string> command_names(CommandOutline const& program) {
  std::vector<std::string> names;
  for (CommandOutline const& command : program.commands) names.push_back(command.name);
  return names;
}

/// The names of rules, with a space between.
std::string rule_words() {
  const std::vector<std::string_view> names = rule_names();
  return joined(std::vector<std::string>(names.begin(), names.end()), " ");
}

constexpr std::string_view help_help = "Explain a command, a topic or a rule";

/// The words that `help` knows.
std::string help_words(CommandOutline const& program) {
  return joined(command_names(program), " ") + ' ' + joined(program.topic_names(), " ") + ' ' +
         rule_words();
}

std::vector<std::string> severity_names() {
  std::vector<std::string> names;
  for (const auto level : {site::Severity::error, site::Severity::warning, site::Severity::note,
                           site::Severity::off}) {
    names.emplace_back(name(level));
  }
  return names;
}

/// The values of an option that are known: choices, and "missing-file=off" for each rule and level.
std::vector<std::string> words_of(OptionOutline const& option) {
  std::vector<std::string> words = option.choices;
  if (!option.has_severity_value()) return words;
  for (std::string_view const rule : rule_names()) {
    for (std::string const& level : severity_names()) {
      words.push_back(std::string(rule) + '=' + level);
    }
  }
  return words;
}

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
  } else if (option.has_severity_value()) {
    script += " values=$_hrefkit_rules tail==";
  } else if (option.has_file_value()) {
    script += " files=-f";
  } else if (option.has_folder_value()) {
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
  script += "_hrefkit_topics='" + joined(program.topic_names(), " ") + "'\n";
  script += "_hrefkit_rules='" + rule_words() + "'\n";
  script += "_hrefkit_levels='" + joined(severity_names(), " ") + "'\n";
  return script;
}

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
  if (option.has_file_value()) {
    script += " -r -F";
    return;
  }
  script += " -x";
  const std::string words = joined(words_of(option), " ");
  if (option.has_folder_value()) {
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
  script += before + " -a help -d '" + std::string(help_help) + "'\n";
  script += "complete -c hrefkit -n '__fish_seen_subcommand_from help' -f -a '" +
            help_words(program) + "'\n";
  for (CommandOutline const& command : program.commands) {
    append_fish_options(script,
                        "complete -c hrefkit -n '__fish_seen_subcommand_from " + command.name + "'",
                        command);
  }
  return script;
}

namespace {

constexpr std::string_view zsh_beginning =
    "#compdef hrefkit\n# Completes hrefkit in zsh. Written by: hrefkit --generate zsh\n";

constexpr std::string_view zsh_ending = R"script(    '1:COMMAND:->command' \
    '*::INPUT:->input'
  case $state in
    command) _describe command commands ;;
    input) (( $+functions[_hrefkit_$words[1]] )) && _hrefkit_$words[1] ;;
  esac
}

_hrefkit "$@"
)script";

/// Appends a text within single quotes, and escapes brackets and colons, which zsh would interpret.
void append_zsh_text(std::string& script, std::string_view text) {
  for (const char c : text) {
    if (c == '\'') {
      script += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') script += '\\';
    script += c;
  }
}

/// "(-f --format)'{-f,--format}'": names that exclude each other; "*" for an option that may be
/// repeated.
void append_zsh_names(std::string& script, OptionOutline const& option) {
  std::string all = joined(option.names, " ");
  if (option.is_repeatable) {
    script += '*';
  } else {
    script += '(' + all + ')';
  }
  if (option.names.size() == 1) {
    script += all;
    return;
  }
  all[all.find(' ')] = ',';
  script += "'{" + all + "}'";
}

void append_zsh_value(std::string& script, OptionOutline const& option) {
  script += ':';
  append_zsh_text(script, option.item());
  script += ':';
  if (const std::string words = joined(words_of(option), " "); !words.empty()) {
    script += option.is_list() ? "_sequence compadd - " + words : '(' + words + ')';
  } else if (option.has_file_value()) {
    script += "_files";
  } else if (option.has_folder_value()) {
    script += "_files -/";
  } else {
    script += ' ';
  }
}

void append_zsh_options(std::string& script, CommandOutline const& command) {
  for (OptionOutline const& option : command.options) {
    script += "    '";
    append_zsh_names(script, option);
    script += '[';
    append_zsh_text(script, first_clause(option.help));
    script += ']';
    if (!option.value.empty()) append_zsh_value(script, option);
    script += "' \\\n";
  }
}

void append_zsh_command(std::string& script, CommandOutline const& command) {
  script += "\n_hrefkit_" + command.name + "() {\n  _arguments -s -S \\\n";
  append_zsh_options(script, command);
  script += "    '*:INPUT:_files'\n}\n";
}

}  // namespace

std::string zsh_completion(CommandOutline const& program) {
  std::string script(zsh_beginning);
  for (CommandOutline const& command : program.commands) append_zsh_command(script, command);
  script += "\n_hrefkit_help() {\n  _arguments '1:COMMAND, TOPIC or RULE:(" + help_words(program) +
            ")'\n}\n";
  script += "\n_hrefkit() {\n  local context state state_descr line\n  typeset -A opt_args\n";
  script += "  local -a commands=(\n";
  for (CommandOutline const& command : program.commands) {
    script += "    '" + command.name + ':';
    append_zsh_text(script, command.description);
    script += "'\n";
  }
  script += "    'help:" + std::string(help_help) + "'\n";
  script += "  )\n  _arguments -C -S \\\n";
  append_zsh_options(script, program);
  return script.append(zsh_ending);
}

std::vector<std::string> generated_names(std::vector<std::string> const& commands) {
  std::vector<std::string> names{"man"};
  for (std::string const& command : commands) names.push_back("man-" + command);
  names.insert(names.end(), {"bash", "zsh", "fish", "rules"});
  return names;
}

std::string generated_text(std::string_view what, CommandOutline const& program,
                           std::string_view version) {
  if (what == "bash") return bash_completion(program);
  if (what == "zsh") return zsh_completion(program);
  if (what == "fish") return fish_completion(program);
  if (what == "rules") return rules_page();
  for (CommandOutline const& command : program.commands) {
    if (what == "man-" + command.name) return manual_page(program, command, version);
  }
  return manual_page(program, program, version);
}

}  // namespace hrefkit::cli
