#include "hrefkit/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/usage/completion.h"
#include "hrefkit/cli/usage/help.h"
#include "hrefkit/cli/usage/outline.h"
#include "hrefkit/cli/usage/rule_help.h"
#include "hrefkit/cli/usage/topics.h"
#include "hrefkit/site/check.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

// The words of a command line before the library that reads options sees them.

bool is_one_of(std::span<std::string const> commands, std::string const& word) {
  return std::find(commands.begin(), commands.end(), word) != commands.end();
}

/// The place of the first word that is neither an option nor the value of one.
std::size_t first_argument(std::vector<std::string> const& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].starts_with('-') || args[i] == "-") return i;
    if (args[i] == "--") return args.size();
    if (takes_next_word(args[i])) ++i;
  }
  return args.size();
}

bool looks_like_a_path(std::string const& word) {
  boost::system::error_code error;
  return word == "-" || word.find_first_of("./") != std::string::npos ||
         (!word.empty() && boost::filesystem::exists(word, error));
}

/// True for what asks the whole program for a text: its help, its version, a generated file.
bool is_program_option(std::string const& word) {
  constexpr std::string_view generate = "--generate";
  return word == "-h" || word == "--help" || word == "--version" || word == "-V" ||
         word.substr(0, word.find('=')) == generate;
}

/// The words with the command first: options may stand before it. `version` is `--version`.
std::vector<std::string> with_command_first(std::vector<std::string> args,
                                            std::span<std::string const> commands) {
  const std::size_t first = first_argument(args);
  if (first >= args.size()) return args;
  if (args[first] == "version") return {"--version"};
  if (args[first] == "help" || is_one_of(commands, args[first])) {
    std::rotate(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(first),
                args.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  }
  return args;
}

/// True where the words behind a command ask for the version.
bool asks_for_version(std::vector<std::string> const& args) {
  for (std::size_t i = 1; i < args.size() && args[i] != "--"; ++i) {
    if (args[i] == "--version" || args[i] == "-V") return true;
    if (takes_next_word(args[i])) ++i;
  }
  return false;
}

/// True for a topic or rule of the help.
bool is_help_word(std::string_view word) {
  return find_topic(word) != nullptr || site::rule_from_name(word).has_value();
}

/// The command lines that a path in the place of a command may mean.
std::string commands_for(std::string const& path) {
  const std::string word = shell_word(path);
  boost::system::error_code error;
  if (boost::filesystem::is_directory(path, error)) {
    return "hrefkit check " + word + " or hrefkit resolve " + word;
  }
  return "hrefkit " + std::string(reading_command(path)) + ' ' + word;
}

/// What is wrong with a word in the place of a command, with what helps.
std::string no_command(std::string const& word, std::span<std::string const> commands) {
  const std::string wrong = "no command '" + url::masked_url(word) + "'";
  if (const std::string hint = network_hint(word); !hint.empty()) return wrong + hint;
  const std::string meant = meant_command(word, commands);
  if (!meant.empty()) return wrong + "; did you mean: hrefkit " + meant;
  if (is_help_word(word)) return wrong + "; did you mean: hrefkit help " + word;
  if (looks_like_a_path(word)) return wrong + "; did you mean: " + commands_for(word);
  if (word.starts_with("completion")) {
    return wrong + "; hrefkit --generate bash prints the completion script of bash";
  }
  return wrong + "; hrefkit --help lists the commands";
}

/// The same for the word behind `help`.
std::string no_help(std::string const& word, std::span<std::string const> commands) {
  std::vector<std::string> known(commands.begin(), commands.end());
  for (Topic const& topic : topics()) known.emplace_back(topic.name);
  for (const std::string_view rule : rule_names()) known.emplace_back(rule);
  std::string meant = meant_command(word, known);
  if (meant.starts_with("help ")) meant.erase(0, std::string_view("help ").size());
  return "no command, topic or rule '" + url::masked_url(word) + "'; " +
         (meant.empty() ? "hrefkit help lists commands and topics, hrefkit help rules the rules"
                        : "did you mean: hrefkit help " + meant);
}

#ifndef HREFKIT_VERSION_SUFFIX  // set by the CMake option of that name
#define HREFKIT_VERSION_SUFFIX ""
#endif

/// The version that the manual page names.
constexpr char const* version = "hrefkit " HREFKIT_VERSION;

/// The version that `--version` prints: a build between releases adds its suffix.
constexpr char const* full_version = "hrefkit " HREFKIT_VERSION HREFKIT_VERSION_SUFFIX;

/// CLI11 takes the argument after "--name=" for its value; an empty value is meant.
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

std::vector<std::string> command_names(CLI::App const& app) {
  std::vector<std::string> names;
  for (CLI::App const* command : app.get_subcommands([](CLI::App const*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

/// The commands for which `has` is true, after "hrefkit": "hrefkit check, base and url". The empty
/// string where there are none.
template <typename Has>
std::string commands_that(CLI::App const& app, Has has) {
  std::vector<std::string> names;
  for (CLI::App const* command : app.get_subcommands([](CLI::App const*) { return true; })) {
    if (has(*command)) names.push_back(command->get_name());
  }
  std::string list = names.empty() ? "" : "hrefkit ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i != 0) list += i + 1 == names.size() ? " and " : ", ";
    list += names[i];
  }
  return list;
}

/// The commands that have an option, for a hint: "; it is an option of hrefkit check and base".
std::string other_owners(CLI::App const& app, std::string const& option,
                         std::string const& subject = "; it") {
  const std::string owners = commands_that(
      app, [&](CLI::App const& command) { return command.get_option_no_throw(option) != nullptr; });
  return owners.empty() ? "" : subject + " is an option of " + owners;
}

/// True where `command` has a format of that name.
bool has_format(CLI::App const& command, std::string const& name) {
  CLI::Option const* format = command.get_option_no_throw("--format");
  if (format == nullptr) return false;
  const std::string names = choice_separator + format->get_type_name() + choice_separator;
  return names.find(choice_separator + name + choice_separator) != names.npos;
}

/// What is meant by a format that is written as an option, such as "--json".
std::string meant_format(CLI::App const& app, CLI::App const& command, std::string_view word) {
  if (!word.starts_with("--")) return {};
  const std::string name(usual_value(word.substr(2)));
  if (has_format(command, name)) return "; did you mean --format " + name + '?';
  const std::string owners =
      commands_that(app, [&](CLI::App const& other) { return has_format(other, name); });
  return owners.empty() ? "" : "; " + name + " is a format of " + owners;
}

/// The name of the option that a row gives, without its value: "--external".
std::string option_of(OtherOption const& other) {
  return std::string(other.option.substr(0, other.option.find(' ')));
}

/// What an option of another program is called in `command`: "; did you mean --jobs?". The empty
/// string where the command has nothing like it.
std::string other_name(CLI::App const& command, std::string const& word) {
  for (OtherOption const& other : other_options()) {
    if (!has_word(other.words, word)) continue;
    if (!other.commands.empty() && !has_word(other.commands, command.get_name())) continue;
    if (other.option.empty()) return "; " + std::string(other.answer);
    if (command.get_option_no_throw(option_of(other)) == nullptr) continue;
    return "; did you mean " + std::string(other.option) + '?';
  }
  return {};
}

/// The same where another command has it: "; --dry-run is an option of hrefkit rewrite".
std::string other_name_elsewhere(CLI::App const& app, std::string const& word) {
  for (OtherOption const& other : other_options()) {
    if (!has_word(other.words, word) || other.option.empty() || !other.commands.empty()) continue;
    const std::string option = option_of(other);
    if (std::string owners = other_owners(app, option, "; " + option); !owners.empty()) {
      return owners;
    }
  }
  return {};
}

/// The message for options that the command does not have.
std::string unknown_option(CLI::App const& app) {
  const auto parsed = app.get_subcommands();
  CLI::App const& command = parsed.empty() ? app : *parsed.front();
  std::vector<std::string> known;
  for (CLI::Option const* option : command.get_options()) {
    for (std::string const& name : option->get_lnames()) known.push_back("--" + name);
  }
  const std::vector<std::string> extras = app.remaining(true);
  if (extras.empty()) return "unexpected argument";
  const std::string word = extras.front().substr(0, extras.front().find('='));
  if (!word.starts_with('-')) return "unexpected argument '" + url::masked_url(word) + "'";
  std::string usual = word;  // some programs write --ignore_urls
  std::replace(usual.begin(), usual.end(), '_', '-');
  std::string hint = other_name(command, usual);
  if (hint.empty()) hint = other_owners(app, word);
  if (hint.empty()) hint = meant_format(app, command, usual);
  if (hint.empty()) hint = other_name_elsewhere(app, usual);
  if (hint.empty()) hint = did_you_mean(word, known);
  return "unknown option '" + word + "'" + hint;
}

/// "--quiet excludes --verbose" in other words.
std::string excluded_option(std::string const& message) {
  constexpr std::string_view verb = " excludes ";
  const std::size_t place = message.find(verb);
  if (place == std::string::npos) return message;
  return message.substr(0, place) + " and " + message.substr(place + verb.size()) +
         " cannot be used together";
}

/// "--format: 1 required ... missing" in other words.
std::string missing_value(std::string const& message) {
  return message.substr(0, message.find(':')) + " needs a value";
}

/// "unique was given ..." in other words: a flag takes no value.
std::string unwanted_value(std::string const& message) {
  const std::string name = message.substr(0, message.find_first_of(" :"));
  return (name.starts_with('-') ? name : "--" + name) + " takes no value";
}

}  // namespace

/// The commands and their options.
struct CommandLine::Commands {
  /// A command as CLI11 knows it, and the options of ours that are bound so far.
  struct Entry {
    std::unique_ptr<Command> command;
    OptionSet options;
    bool is_bound = false;

    /// Gives a command its options, which takes most of the time to start: half a millisecond for
    /// all of them.
    void bind() {
      if (!is_bound) command->add_options(options);
      is_bound = true;
    }
  };

  Commands() {
    app.set_help_flag("-h", "Print a short help: the main options");
    app.set_help_all_flag("--help", "Print the help with all options");
    app.set_version_flag("-V,--version", full_version, "Print the version");
    app.require_subcommand(0, 1);  // --generate needs no command
    app.footer(
        "'hrefkit help' lists commands and topics, 'hrefkit help RULE' explains a rule of check. "
        "Exit codes: 0 done and clean, 1 findings, 2 wrong usage or an unreadable input.");
    for (auto const make :
         {make_resolve_command, make_check_command, make_rewrite_command, make_archive_command,
          make_compare_command, make_base_command, make_effects_command, make_url_command}) {
      add(make());
    }
    options.word("--generate", generate, generated_names(command_names(app)));
  }

  void add(std::unique_ptr<Command> command) {
    CLI::App& added = *app.add_subcommand(command->text.name, command->text.description);
    added.footer(command->text.examples);
    entries.push_back({std::move(command), OptionSet(added)});
  }

  /// Finds a command by its name; null if the name is unknown.
  Entry* find(std::string_view name) {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](Entry const& entry) {
      return entry.command->text.name == name;
    });
    return found == entries.end() ? nullptr : &*found;
  }

  void bind_all() {
    for (Entry& entry : entries) entry.bind();
  }

  /// Stores what the command line gives, and what the configuration file adds.
  void read_options() {
    options.read_command_line();
    if (parsed == nullptr) return;
    parsed->options.read_command_line();
    parsed->command->common.conditional = parsed->options.conditional();
    if (!has_config(parsed->options)) return;
    bind_all();  // the file may hold options of any command
    std::vector<OptionSet const*> all;
    for (Entry const& entry : entries) all.push_back(&entry.options);
    Configured configured = configure(all, parsed->options);
    CommonOptions& common = parsed->command->common;
    common.is_list_unasked = configured.sets_inputs && !configured.unasked.empty();
    common.unasked_config = std::move(configured.unasked);
    common.unasked_names = std::move(configured.named);
  }

  /// What a command line may hold, as far as options are bound.
  CommandOutline outline() const {
    CommandOutline program = outline_of(app);
    for (Topic const& topic : topics()) {
      program.topics.push_back({std::string(topic.name), std::string(topic.title)});
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
      char const* const findings = entries[i].command->text.findings;
      if (findings != nullptr) program.commands[i].findings = findings;
    }
    return program;
  }

  /// The help of the command that was parsed, or of the program, by help_text or short_help.
  std::string help(decltype(help_text)& text, std::size_t width) const {
    const CommandOutline program = outline();
    for (CommandOutline const& command : program.commands) {
      if (command.name == parsed_name()) return text(program, command, width);
    }
    return text(program, program, width);
  }

  /// What `hrefkit help WORD` explains besides commands: a topic or a rule. Empty for other words.
  std::string explain(std::string const& word, std::size_t width) {
    if (const auto rule = site::rule_from_name(word)) return rule_help(*rule, width);
    Topic const* const topic = find_topic(word);
    if (topic == nullptr) return {};
    bind_all();
    return topic->text(outline(), width);
  }

  /// An option of a command line that takes the next word as its value.
  struct GivenValue {
    std::string const& name;  ///< "-o"
    CLI::Option const* option;
    std::string const& value;
    bool is_last;  ///< the value ends the line
  };

  /// The options of `args` whose values are words of their own. Views of `args`.
  std::vector<GivenValue> given_values(std::vector<std::string> const& args) const {
    std::vector<GivenValue> found;
    for (std::size_t i = 1; i + 1 < args.size() && args[i] != "--"; ++i) {
      CLI::Option const* const option =
          takes_next_word(args[i]) ? parsed_command().get_option_no_throw(args[i]) : nullptr;
      if (option == nullptr) continue;
      found.push_back({args[i], option, args[i + 1], i + 2 == args.size()});
      ++i;
    }
    return found;
  }

  /// The value of an option that was hardly meant as one where the line names no input: a word that
  /// exists as a file or folder, or that ends the line. "; --cache took 'site' as its FILE".
  std::string swallowed_input(std::vector<std::string> const& args) const {
    for (auto const& [name, option, value, is_last] : given_values(args)) {
      boost::system::error_code error;
      const bool is_free_text =
          option->get_type_name().empty() && value.find_first_not_of("0123456789") != value.npos;
      const bool is_input = !value.empty() && boost::filesystem::exists(value, error);
      if (!is_input && !(is_free_text && is_last)) continue;
      return name + " took '" + url::masked_url(value) + "' as its " + option->get_option_text();
    }
    return {};
  }

  /// An error where the value of an option is the name of another one: "--local needs a FOLDER".
  std::string swallowed_option(std::vector<std::string> const& args) const {
    if (parsed == nullptr) return {};
    for (auto const& [name, option, value, is_last] : given_values(args)) {
      const bool is_option =
          value.starts_with("--") && parsed_command().get_option_no_throw(value) != nullptr;
      if (!is_option) continue;
      std::string error = name + ": '";
      error.append(value).append("' is an option, and the ").append(option->get_option_text());
      error.append(" is missing; ").append(name).append("=").append(value);
      return error.append(" if it is meant");
    }
    return {};
  }

  /// Splits the words into options and values.
  void parse(std::vector<std::string> args) {
    parsed = find(args.front());
    if (parsed != nullptr) parsed->bind();
    std::reverse(args.begin(), args.end());  // CLI11 takes arguments from the back
    app.parse(args);
  }

  std::string_view parsed_name() const {
    return parsed == nullptr ? std::string_view() : parsed->command->text.name;
  }

  CLI::App const& parsed_command() const { return *app.get_subcommand(std::string(parsed_name())); }

  CLI::App app{
      "Finds every link in HTML, XHTML, SVG, CSS, feeds, sitemaps, web app manifests and web "
      "archives, "
      "and resolves it as a browser does.",
      "hrefkit"};
  OptionSet options{app};  // of the program itself
  std::string generate;    // what to print; empty: nothing
  std::vector<Entry> entries;
  Entry* parsed = nullptr;  // the command that the words begin with
};

CommandLine::CommandLine(std::size_t width)
    : commands_(std::make_unique<Commands>()), width_(width) {}
CommandLine::~CommandLine() = default;

ParsedLine CommandLine::parse(std::vector<std::string> const& given) {
  using Outcome = ParsedLine::Outcome;
  CLI::App& app = commands_->app;
  const std::vector<std::string> commands = command_names(app);
  std::vector<std::string> args = with_command_first(split_empty_values(given), commands);
  if (args.empty()) return {Outcome::text, commands_->help(short_help, width_)};
  if (args.front() == "help") {
    const std::size_t first = 1 + first_argument({args.begin() + 1, args.end()});
    if (first >= args.size()) return {Outcome::text, commands_->help(help_text, width_)};
    const std::string word = args[first];
    if (std::string text = commands_->explain(word, width_); !text.empty()) {
      return {Outcome::text, std::move(text)};
    }
    if (!is_one_of(commands, word)) return {Outcome::no_command, no_help(word, commands)};
    args = {word, "--help"};
  }
  if (!is_one_of(commands, args.front())) {
    const std::size_t first = first_argument(args);
    if (first < args.size()) return {Outcome::no_command, no_command(args[first], commands)};
    if (std::none_of(args.begin(), args.end(), is_program_option)) {
      return {Outcome::wrong_usage,
              "no command given: hrefkit COMMAND [OPTIONS] [INPUT...]; "
              "hrefkit --help lists the commands"};
    }
  } else if (asks_for_version(args)) {
    return {Outcome::text, std::string(full_version) + '\n'};
  }
  args_ = args;
  try {
    commands_->parse(args);
    if (std::string error = commands_->swallowed_option(args_); !error.empty()) {
      return {Outcome::wrong_usage, std::move(error)};
    }
    commands_->read_options();
    if (!commands_->generate.empty()) {
      commands_->bind_all();
      return {Outcome::text, generated_text(commands_->generate, commands_->outline(), version)};
    }
    return {};
  } catch (CLI::CallForVersion const&) {
    return {Outcome::text, std::string(full_version) + '\n'};
  } catch (CLI::CallForAllHelp const&) {
    return {Outcome::text, commands_->help(help_text, width_)};
  } catch (CLI::Success const&) {
    return {Outcome::text, commands_->help(short_help, width_)};
  } catch (CLI::ExtrasError const&) {
    commands_->bind_all();
    return {Outcome::wrong_usage, unknown_option(app)};
  } catch (CLI::ExcludesError const& error) {
    return {Outcome::wrong_usage, excluded_option(error.what())};
  } catch (CLI::ArgumentMismatch const& error) {
    const std::string message = error.what();
    const bool is_flag = message.find("flag override") != std::string::npos;
    return {Outcome::wrong_usage, is_flag ? unwanted_value(message) : missing_value(message)};
  } catch (CLI::ConversionError const& error) {
    return {Outcome::wrong_usage, unwanted_value(error.what())};
  } catch (CLI::InvalidError const& error) {
    return {Outcome::wrong_usage, unwanted_value(error.what())};
  } catch (CLI::ParseError const& error) {
    return {Outcome::wrong_usage, error.what()};
  }
}

std::string_view CommandLine::command() const {
  return commands_->parsed_name();
}

int CommandLine::run(Environment const& environment) const {
  Command const& command = *commands_->parsed->command;
  if (!command.follows_outside()) {
    const bool may_follow = commands_->app.get_subcommand(std::string(command.text.name))
                                ->get_option_no_throw("--follow-outside") != nullptr;
    for (Destination const& output : command.outputs()) {
      refuse_outward_link(output, may_follow ? "--follow-outside allows that"
                                             : "give that path itself to write there");
    }
  }
  try {
    return command.run(environment);
  } catch (NoInput const& error) {
    const std::string swallowed = commands_->swallowed_input(args_);
    if (swallowed.empty()) throw;
    throw UsageError(swallowed + "; " + error.question);
  }
}

}  // namespace hrefkit::cli
