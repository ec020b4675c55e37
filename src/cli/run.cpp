#include "hrefkit/cli/run.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <new>
#include <ostream>
#include <sstream>

#include "hrefkit/cli/base/command.h"
#include "hrefkit/cli/effects/command.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/resolve/command.h"
#include "hrefkit/cli/url/command.h"

namespace hrefkit::cli {

namespace {

/// What all options have in common: one that takes one value takes the later of two; one that
/// takes several takes one at a time, so that the inputs may follow it.
void set_option_rules(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_positional()) continue;
    if (option->get_items_expected_max() == 1) option->take_last();
    if (option->get_items_expected_max() > 1) option->allow_extra_args(false);
  }
}

/// The commands and their options, and what was given for them.
struct CommandLine {
  CommandLine() {
    app.set_version_flag("--version", std::string("hrefkit ") + HREFKIT_VERSION);
    app.require_subcommand(1);
    app.footer("Exit codes: 0 done and clean, 1 findings, 2 wrong usage or an unreadable input.");
    add_resolve_command(app, resolve);
    add_base_command(app, base);
    add_effects_command(app, effects);
    add_url_command(app, url);
    for (CLI::App* command : app.get_subcommands([](CLI::App const*) { return true; })) {
      set_option_rules(*command);
    }
  }

  void parse(std::vector<std::string> args) {
    std::reverse(args.begin(), args.end());  // CLI11 takes arguments from the back
    app.parse(args);
  }

  /// Runs the command that was parsed.
  int run(Environment const& environment) const {
    if (app.got_subcommand("base")) return run_base(base, environment);
    if (app.got_subcommand("effects")) return run_effects(effects, environment);
    if (app.got_subcommand("url")) return run_url(url, environment);
    return run_resolve(resolve, environment);
  }

  CLI::App app{"Finds every link in HTML, XHTML and SVG and resolves it as a browser does.",
               "hrefkit"};
  ResolveCommand resolve;
  BaseCommand base;
  EffectsCommand effects;
  UrlCommand url;
};

/// CLI11 takes the argument after "--name=" for its value; an empty one is meant.
std::vector<std::string> split_empty_values(std::vector<std::string> const& args) {
  std::vector<std::string> split;
  for (auto arg = args.begin(); arg != args.end(); ++arg) {
    if (*arg == "--") {
      split.insert(split.end(), arg, args.end());
      break;
    }
    if (arg->starts_with("--") && arg->find('=') == arg->size() - 1) {
      split.insert(split.end(), {arg->substr(0, arg->size() - 1), ""});
    } else {
      split.push_back(*arg);
    }
  }
  return split;
}

/// What a word could have been meant for, as the end of a message.
std::string did_you_mean(std::string_view word, std::vector<std::string> const& known) {
  const std::string meant = closest(word, known);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

/// The message for a command line whose first word is no command, or nothing.
std::string wrong_command(CLI::App const& app, std::vector<std::string> const& args) {
  if (args.empty()) return "no command given";
  std::string const& word = args.front();
  std::vector<std::string> known;
  for (CLI::App const* command : app.get_subcommands([](CLI::App const*) { return true; })) {
    known.push_back(command->get_name());
  }
  const bool is_command = std::find(known.begin(), known.end(), word) != known.end();
  if (is_command || word == "-h" || word == "--help" || word == "--version") return {};
  if (word.starts_with('-') && word != "-") {
    return "'" + word + "' stands where a command is wanted: hrefkit COMMAND [OPTIONS] [INPUT...]";
  }
  return "'" + word + "' is no command" + did_you_mean(word, known);
}

/// The message for options that the command does not have.
std::string unknown_options(CLI::App const& app) {
  const auto parsed = app.get_subcommands();
  CLI::App const& command = parsed.empty() ? app : *parsed.front();
  std::vector<std::string> known;
  for (CLI::Option const* option : command.get_options()) {
    for (std::string const& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return "an argument that was not expected";
  const std::string word = extras.front().substr(0, extras.front().find('='));
  return "unknown option '" + word + "'" + did_you_mean(word, known);
}

int say_usage_error(CLI::App const& app, std::string const& message,
                    Environment const& environment) {
  const auto parsed = app.get_subcommands();
  std::string text = "hrefkit: error: ";
  append_printable(text, message,
                   environment.err_is_terminal ? Display::terminal : Display::stream);
  text += "\nRun 'hrefkit " + (parsed.empty() ? "" : parsed.front()->get_name() + " ") +
          "--help' for more information.\n";
  environment.err << text << std::flush;
  return exit_error;
}

int print(std::string const& text, Environment const& environment) {
  Output output("", environment.out);
  output.write(text);
  output.finish();
  if (!output.error()) return exit_clean;
  environment.err << "hrefkit: error: " << *output.error() << '\n';
  return exit_error;
}

int parse_and_run(std::vector<std::string> const& given, Environment const& environment) {
  CommandLine line;
  const std::vector<std::string> args = split_empty_values(given);
  if (const std::string wrong = wrong_command(line.app, args); !wrong.empty()) {
    return say_usage_error(line.app, wrong, environment);
  }
  try {
    line.parse(args);
    line.parse(with_config(line.app, args));
    return line.run(environment);
  } catch (CLI::Success const& help_or_version) {
    std::ostringstream text;
    line.app.exit(help_or_version, text, environment.err);
    return print(text.str(), environment);
  } catch (CLI::ExtrasError const&) {
    return say_usage_error(line.app, unknown_options(line.app), environment);
  } catch (CLI::ParseError const& error) {
    return say_usage_error(line.app, error.what(), environment);
  }
}

}  // namespace

int run(std::vector<std::string> const& args, Environment const& environment) {
  try {
    return parse_and_run(args, environment);
  } catch (std::bad_alloc const&) {
    environment.err << "hrefkit: error: out of memory\n";
    return exit_error;
  }
}

int run(std::vector<std::string> const& args, std::istream& in, std::ostream& out,
        std::ostream& err) {
  return run(args, Environment{.in = in, .out = out, .err = err});
}

}  // namespace hrefkit::cli
