#include "hrefkit/cli/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <map>
#include <optional>
#include <string_view>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "hrefkit/site/file.h"

namespace hrefkit::cli {

namespace {

/// Options that make no sense in the file.
constexpr std::array<std::string_view, 3> command_line_only{"config", "help", "version"};

CLI::Option* find_option(CLI::App& command, std::string const& key) {
  if (std::find(command_line_only.begin(), command_line_only.end(), key) !=
      command_line_only.end()) {
    return nullptr;
  }
  return command.get_option_no_throw("--" + key);
}

std::vector<CLI::App*> all_commands(CLI::App& app) {
  return app.get_subcommands([](CLI::App*) { return true; });
}

bool is_flag(CLI::Option const& option) {
  return option.get_items_expected_max() == 0;
}

bool is_list(CLI::Option const& option) {
  return option.get_items_expected_max() > 1;
}

/// An option that was given, or that excludes one that was: the file's word does not count.
bool is_settled(CLI::Option const& option) {
  const auto is_given = [](CLI::Option const* other) { return other->count() > 0; };
  const auto excludes = option.get_excludes();
  return is_given(&option) || std::any_of(excludes.begin(), excludes.end(), is_given);
}

/// What the option's check has against `value`; empty if nothing.
std::string complaint(CLI::Option& option, std::string const& value) {
  try {
    return (*option.get_validator(0))(value);
  } catch (CLI::OptionNotFound const&) {
    return {};  // it has no check
  }
}

/// Reads one file for one command.
class Reader {
 public:
  Reader(CLI::App& app, CLI::App const& command, std::string path)
      : commands_(all_commands(app)), command_(command), path_(std::move(path)) {}

  /// The arguments that the file stands for.
  std::vector<std::string> read() {
    std::string bytes;
    if (const auto read = site::read_file(path_, bytes); !read) {
      throw CLI::ConfigError(path_ + ": " + read.error(), CLI::ExitCodes::ConfigError);
    }
    const toml::parse_result result = toml::parse(std::string_view(bytes), std::string_view(path_));
    if (!result) fail_to_parse(result.error());
    for (auto const& [key, value] : result.table()) {
      if (!value.is_table()) read_shared(key, value);
    }
    for (auto const& [key, value] : result.table()) {  // sections win
      if (value.is_table()) read_section(key, *value.as_table());
    }
    std::vector<std::string> arguments;
    for (auto const& [option, values] : arguments_) {
      if (!is_settled(*option)) arguments.insert(arguments.end(), values.begin(), values.end());
    }
    return arguments;
  }

 private:
  [[noreturn]] void fail(toml::source_region const& where, std::string const& what) const {
    throw CLI::ConfigError(path_ + ":" + std::to_string(where.begin.line) + ":" +
                               std::to_string(where.begin.column) + ": " + what,
                           CLI::ExitCodes::ConfigError);
  }

  [[noreturn]] void fail_to_parse(toml::parse_error const& error) const {
    constexpr std::string_view prefix = "Error while ";
    std::string_view what = error.description();
    if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
    fail(error.source(), std::string(what));
  }

  /// A key before the first section: of any command, and of this one if it has such an option.
  void read_shared(toml::key const& key, toml::node const& value) {
    const std::string name(key.str());
    bool known = false;
    for (CLI::App* command : commands_) {
      if (CLI::Option* option = find_option(*command, name)) {
        known = true;
        take(*command, *option, name, value);
      }
    }
    if (!known) fail(key.source(), "unknown key '" + name + "'");
  }

  void read_section(toml::key const& section, toml::table const& table) {
    const auto found =
        std::find_if(commands_.begin(), commands_.end(),
                     [&](CLI::App const* command) { return command->get_name() == section.str(); });
    if (found == commands_.end()) {
      fail(section.source(), "unknown section '" + std::string(section.str()) + "'");
    }
    for (auto const& [key, value] : table) {
      const std::string name(key.str());
      CLI::Option* option = find_option(**found, name);
      if (option == nullptr) {
        fail(key.source(), "unknown key '" + name + "' of " + (*found)->get_name());
      }
      take(**found, *option, name, value);
    }
  }

  /// Checks the value, and keeps it if it is for this command.
  void take(CLI::App const& command, CLI::Option& option, std::string const& name,
            toml::node const& value) {
    std::vector<std::string> arguments;
    if (is_flag(option)) {
      if (!value.is_boolean()) fail(value.source(), name + " takes true or false");
      if (value.as_boolean()->get()) arguments.push_back("--" + name);
    } else if (toml::array const* array = value.as_array(); array != nullptr && is_list(option)) {
      for (toml::node const& item : *array) append(arguments, option, name, item);
    } else {
      append(arguments, option, name, value);
    }
    if (&command == &command_) arguments_[&option] = std::move(arguments);
  }

  void append(std::vector<std::string>& arguments, CLI::Option& option, std::string const& name,
              toml::node const& value) const {
    std::string text;
    if (value.is_string()) {
      text = value.as_string()->get();
    } else if (value.is_integer()) {
      text = std::to_string(value.as_integer()->get());
    } else {
      fail(value.source(),
           name + " takes a string or a whole number" + (is_list(option) ? ", or a list" : ""));
    }
    if (const std::string wrong = complaint(option, text); !wrong.empty()) {
      fail(value.source(), name + ": " + wrong);
    }
    if (text.empty()) {
      arguments.insert(arguments.end(), {"--" + name, ""});
    } else {
      arguments.push_back("--" + name + "=" + text);  // the text may begin with a dash
    }
  }

  std::vector<CLI::App*> commands_;
  CLI::App const& command_;
  std::string path_;
  std::map<CLI::Option const*, std::vector<std::string>> arguments_;
};

/// The file that the command line names, the default one if it exists, or nothing.
std::string config_path(CLI::App const& command) {
  CLI::Option const* option = command.get_option_no_throw("--config");
  if (option != nullptr && option->count() > 0) return option->results().back();
  boost::system::error_code error;
  return boost::filesystem::is_regular_file(default_config, error) ? default_config : "";
}

}  // namespace

std::vector<std::string> with_config(CLI::App& app, std::vector<std::string> args) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) return args;
  CLI::App const& command = *parsed.front();
  std::string path = config_path(command);
  if (path.empty()) return args;
  const std::vector<std::string> configured = Reader(app, command, std::move(path)).read();
  args.insert(args.begin() + 1, configured.begin(), configured.end());
  return args;
}

}  // namespace hrefkit::cli
