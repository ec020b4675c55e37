#include "hrefkit/cli/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/filesystem/operations.hpp>

namespace hrefkit::cli {

namespace {

/// The file that the arguments name, the default one if it exists, or nothing.
std::string config_path(std::vector<std::string> const& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i] == "--") break;
    if (args[i] == "--config" && i + 1 < args.size()) return args[i + 1];
    if (args[i].starts_with("--config=")) return args[i].substr(9);
  }
  boost::system::error_code error;
  return boost::filesystem::is_regular_file(default_config, error) ? default_config : "";
}

CLI::Option const* find_option(CLI::App const& command, std::string const& key) {
  return command.get_option_no_throw("--" + key);
}

CLI::App const* find_command(CLI::App const& app, std::string const& name) {
  const auto named =
      app.get_subcommands([&](CLI::App const* command) { return command->get_name() == name; });
  return named.empty() ? nullptr : named.front();
}

bool any_command_has(CLI::App const& app, std::string const& key) {
  const auto commands = app.get_subcommands([](CLI::App const*) { return true; });
  return std::any_of(commands.begin(), commands.end(), [&](CLI::App const* command) {
    return find_option(*command, key) != nullptr;
  });
}

[[noreturn]] void unknown_key(std::string const& path, CLI::ConfigItem const& item) {
  throw CLI::ConfigError(path + ": unknown key '" + item.fullname() + "'",
                         CLI::ExitCodes::ConfigError);
}

/// Appends the option that `item` stands for, as arguments.
void append_arguments(std::vector<std::string>& args, CLI::Option const& option,
                      CLI::ConfigItem const& item) {
  if (option.get_items_expected_max() == 0) {
    if (item.inputs.empty() || item.inputs.front() == "true") args.push_back("--" + item.name);
    return;
  }
  for (std::string const& value : item.inputs) args.push_back("--" + item.name + "=" + value);
}

}  // namespace

std::vector<std::string> with_config(CLI::App const& app, std::vector<std::string> args) {
  const std::string path = config_path(args);
  if (path.empty() || args.empty()) return args;
  CLI::App const* command = find_command(app, args.front());
  std::vector<std::string> configured;
  for (CLI::ConfigItem const& item : CLI::ConfigTOML().from_file(path)) {
    if (item.name == "++" || item.name == "--") continue;  // marks of a section's begin and end
    if (item.parents.empty()) {
      if (!any_command_has(app, item.name)) unknown_key(path, item);
    } else {
      CLI::App const* section = find_command(app, item.parents.front());
      if (section == nullptr || item.parents.size() > 1 ||
          find_option(*section, item.name) == nullptr) {
        unknown_key(path, item);
      }
      if (section != command) continue;
    }
    if (command == nullptr) continue;
    if (CLI::Option const* option = find_option(*command, item.name)) {
      append_arguments(configured, *option, item);
    }
  }
  args.insert(args.begin() + 1, configured.begin(), configured.end());
  return args;
}

}  // namespace hrefkit::cli
