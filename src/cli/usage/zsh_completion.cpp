#include <string>
#include <string_view>

#include "hrefkit/cli/options/choice.h"
#include "hrefkit/cli/usage/completion.h"

namespace hrefkit::cli {

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

/// Appends a text within single quotes, in which brackets and colons would have a meaning.
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

/// "(-f --format)'{-f,--format}'": names that cannot both be given; "*" for what may be repeated.
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
  if (!option.choices.empty()) {
    const std::string words = joined(option.choices, " ");
    script += option.is_list() ? "_sequence compadd - " + words : '(' + words + ')';
  } else if (option.takes_file()) {
    script += "_files";
  } else if (option.takes_folder()) {
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
  script += "\n_hrefkit() {\n  local context state state_descr line\n  typeset -A opt_args\n";
  script += "  local -a commands=(\n";
  for (CommandOutline const& command : program.commands) {
    script += "    '" + command.name + ':';
    append_zsh_text(script, command.description);
    script += "'\n";
  }
  script += "  )\n  _arguments -C -S \\\n";
  append_zsh_options(script, program);
  return script.append(zsh_ending);
}

}  // namespace hrefkit::cli
