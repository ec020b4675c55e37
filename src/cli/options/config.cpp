#include "hrefkit/cli/options/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <boost/filesystem/operations.hpp>
#include <map>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/site/file.h"
#include "hrefkit/text/toml_keys.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

// As Linux has them.
constexpr int max_links = 40;
constexpr std::size_t max_path = 4096;

/// The first name of a path, which is taken off.
std::string take_name(std::string& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  std::string name = path.substr(0, end);
  path.erase(0, std::min(end + 1, path.size()));
  return name;
}

/// True where the text of a path has more `..` than names at some place.
bool climbs_out(std::string path) {
  std::size_t depth = 0;
  while (!path.empty()) {
    const std::string name = take_name(path);
    if (name == "..") {
      if (depth == 0) return true;
      --depth;
    } else if (!name.empty() && name != ".") {
      ++depth;
    }
  }
  return false;
}

/// Where `path` leads from the folder `from`, which has no links in it; empty where that cannot be
/// told. Names that do not exist stay: a link to such a name is followed, as writing follows it.
std::string destination(std::string const& from, std::string path) {
  std::string place = from;
  int links = 0;
  while (!path.empty()) {
    const std::string name = take_name(path);
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      place.erase(std::max<std::size_t>(place.rfind('/'), 1));  // that of "/" is "/"
      continue;
    }
    const std::string next = site::join_path(place, name);
    boost::system::error_code error;
    const fs::file_type type = fs::symlink_status(next, error).type();
    if (type == fs::status_error) return {};
    if (type != fs::symlink_file) {
      place = next;
      continue;
    }
    const std::string target = fs::read_symlink(next, error).native();
    if (error || ++links > max_links) return {};
    if (target.starts_with('/')) place = "/";
    path = target + '/' + path;
  }
  return place;
}

bool may_wait(std::string const& place) {
  boost::system::error_code error;
  const fs::file_type type = fs::symlink_status(place, error).type();
  return type != fs::file_not_found && type != fs::regular_file && type != fs::directory_file;
}

}  // namespace

bool stays_in(std::string const& folder, std::string const& path) {
  if (path.size() >= max_path || path.find('\0') != path.npos) return false;
  if (path.starts_with('/') || climbs_out(path)) return false;
  const auto top = site::real_path(folder);
  if (!top) return false;
  const std::string place = destination(*top, path);
  return site::path_below(place, *top) && !may_wait(place);
}

bool may_give_unasked(Unasked rule, std::string const& value) {
  switch (rule) {
    case Unasked::allowed:
      return true;
    case Unasked::in_folder:
      return value.empty() || (value != "-" && stays_in(".", value));
    case Unasked::maps_in_folder: {
      // NAME may have a '=', too, so what follows each of them stays in the folder.
      std::size_t equals = value.find('=');
      if (equals == value.npos) return false;
      for (; equals != value.npos; equals = value.find('=', equals + 1)) {
        if (!stays_in(".", value.substr(equals + 1))) return false;
      }
      return true;
    }
    case Unasked::offline:
      return value != "check";
    case Unasked::refused:
      return false;
  }
  return false;
}

bool may_list_unasked(std::string const& name) {
  return name != "-" && !is_web_url(name) && stays_in(".", name);
}

std::string refused_unasked(std::string_view what) {
  std::string message;
  for (const char c : what) {
    if (c == '\0') {
      message += "\\0";  // a message of an exception ends at a NUL
    } else {
      message += c;
    }
  }
  message += " is refused in a configuration that is read unasked; --config ";
  message += default_config;
  return message += " allows it";
}

namespace {

/// Options that the file cannot have.
constexpr std::array<std::string_view, 3> command_line_only{"config", "help", "version"};

/// Options whose value is a path that counts from the file's own folder.
constexpr std::array<std::string_view, 1> paths_beside_file{"root"};

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

/// True for an option that was given, or that excludes one that was: the file does not count.
bool is_settled(CLI::Option const& option) {
  const auto is_given = [](CLI::Option const* other) { return other->count() > 0; };
  const auto excludes = option.get_excludes();
  return is_given(&option) || std::any_of(excludes.begin(), excludes.end(), is_given);
}

/// What is wrong with `value` by the option's checks; empty if nothing.
std::string complaint(CLI::Option& option, std::string value) {
  try {
    for (int i = 0;; ++i) {
      std::string wrong = (*option.get_validator(i))(value);
      if (!wrong.empty()) return wrong;
    }
  } catch (CLI::OptionNotFound const&) {
    return {};  // the last check is passed
  }
}

/// The items of a list that is written as on the command line; other values are one item.
std::vector<std::string> items_of(CLI::Option const& option, std::string const& value) {
  const char delimiter = option.get_delimiter();
  if (delimiter == '\0') return {value};
  std::vector<std::string> items;
  for (std::size_t begin = 0; begin < value.size();) {
    const std::size_t end = std::min(value.find(delimiter, begin), value.size());
    items.push_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return items;
}

/// A configuration file, and whether it was found rather than named.
struct ConfigFile {
  std::string path;
  bool is_unasked = false;
};

/// Reads one file for one command.
class Reader {
 public:
  Reader(CLI::App& app, CLI::App const& command, ConfigFile file)
      : commands_(all_commands(app)),
        command_(command),
        path_(std::move(file.path)),
        is_unasked_(file.is_unasked) {}

  /// Adds the arguments that the file stands for to those of the command line.
  ConfiguredLine read(std::vector<std::string> args) {
    std::string bytes;
    const auto read =
        is_unasked_ ? site::read_regular_file(path_, bytes) : site::read_file(path_, bytes);
    if (!read) {
      throw CLI::ConfigError(path_ + ": " + read.error(), CLI::ExitCodes::ConfigError);
    }
    if (const auto line = text::line_of_long_key(bytes)) {
      throw CLI::ConfigError(path_ + ":" + std::to_string(*line) + ": a key has more than " +
                                 std::to_string(text::max_key_parts) + " parts",
                             CLI::ExitCodes::ConfigError);
    }
    const toml::parse_result result = toml::parse(std::string_view(bytes), std::string_view(path_));
    if (!result) fail_to_parse(result.error());
    for (auto const& [key, value] : result.table()) {
      if (!value.is_table()) read_shared(key, value);
    }
    for (auto const& [key, value] : result.table()) {  // sections win
      if (value.is_table()) read_section(key, *value.as_table());
    }
    ConfiguredLine line;
    std::vector<std::string> arguments;
    for (auto const& [option, values] : arguments_) {
      if (is_settled(*option)) continue;
      arguments.insert(arguments.end(), values.begin(), values.end());
      line.gives_inputs |= option->check_lname("files-from");
    }
    args.insert(args.begin() + 1, arguments.begin(), arguments.end());
    line.args = std::move(args);
    if (is_unasked_) line.unasked = path_;
    return line;
  }

 private:
  using Arguments = tl::expected<std::vector<std::string>, CLI::ConfigError>;

  CLI::ConfigError error(toml::source_region const& where, std::string const& what) const {
    return {path_ + ":" + std::to_string(where.begin.line) + ":" +
                std::to_string(where.begin.column) + ": " + what,
            CLI::ExitCodes::ConfigError};
  }

  [[noreturn]] void fail_to_parse(toml::parse_error const& wrong) const {
    constexpr std::string_view prefix = "Error while ";
    std::string_view what = wrong.description();
    if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
    throw error(wrong.source(), std::string(what));
  }

  /// A key before the first section is for each command that has the option and accepts the value.
  /// At least one command must; else the message is that of this command if it has the option.
  void read_shared(toml::key const& key, toml::node const& value) {
    const std::string name(key.str());
    std::optional<CLI::ConfigError> wrong;
    bool is_taken = false;
    for (CLI::App* command : commands_) {
      CLI::Option* const option = find_option(*command, name);
      if (option == nullptr) continue;
      check_key(key);
      Arguments arguments = arguments_of(*option, name, value);
      if (arguments) {
        is_taken = true;
        if (command == &command_) arguments_[option] = std::move(*arguments);
      } else if (!wrong || command == &command_) {
        wrong.emplace(arguments.error());
      }
    }
    if (is_taken) return;
    throw wrong ? *wrong : error(key.source(), "unknown key '" + name + "'");
  }

  void read_section(toml::key const& section, toml::table const& table) {
    const auto found =
        std::find_if(commands_.begin(), commands_.end(),
                     [&](CLI::App const* command) { return command->get_name() == section.str(); });
    if (found == commands_.end()) {
      throw error(section.source(), "unknown section '" + std::string(section.str()) + "'");
    }
    for (auto const& [key, value] : table) {
      const std::string name(key.str());
      CLI::Option* option = find_option(**found, name);
      if (option == nullptr) {
        throw error(key.source(), "unknown key '" + name + "' of " + (*found)->get_name());
      }
      check_key(key);
      Arguments arguments = arguments_of(*option, name, value);
      if (!arguments) throw arguments.error();
      if (*found == &command_) arguments_[option] = std::move(*arguments);
    }
  }

  /// Refuses a key that a file which was read unasked cannot have.
  void check_key(toml::key const& key) const {
    if (!is_unasked_ || unasked_rule(key.str()) != Unasked::refused) return;
    throw error(key.source(), refused_unasked("'" + std::string(key.str()) + "'"));
  }

  /// The same for a value.
  void check_value(std::string const& name, toml::node const& value,
                   std::string const& text) const {
    if (!is_unasked_ || may_give_unasked(unasked_rule(name), text)) return;
    throw error(value.source(), refused_unasked(name + ": '" + text + "'"));
  }

  /// The arguments that stand for an option with that value, which is checked.
  Arguments arguments_of(CLI::Option& option, std::string const& name,
                         toml::node const& value) const {
    std::vector<std::string> arguments;
    if (is_flag(option)) {
      if (!value.is_boolean()) {
        return tl::unexpected(error(value.source(), name + " takes true or false"));
      }
      if (value.as_boolean()->get()) arguments.push_back("--" + name);
      return arguments;
    }
    if (toml::array const* array = value.as_array(); array != nullptr && is_list(option)) {
      for (toml::node const& item : *array) {
        if (auto wrong = append(arguments, option, name, item)) return tl::unexpected(*wrong);
      }
    } else if (auto wrong = append(arguments, option, name, value)) {
      return tl::unexpected(*wrong);
    }
    return arguments;
  }

  /// Appends the argument for one value. Returns what is wrong with it, or nothing.
  std::optional<CLI::ConfigError> append(std::vector<std::string>& arguments, CLI::Option& option,
                                         std::string const& name, toml::node const& value) const {
    std::string text;
    if (value.is_string()) {
      text = value.as_string()->get();
    } else if (value.is_integer()) {
      text = std::to_string(value.as_integer()->get());
    } else {
      return error(value.source(), name + " takes a string or a whole number" +
                                       (is_list(option) ? ", or a list" : ""));
    }
    check_value(name, value, text);
    for (std::string const& item : items_of(option, text)) {
      if (const std::string wrong = complaint(option, item); !wrong.empty()) {
        return error(value.source(), name + ": " + wrong);
      }
    }
    if (std::find(paths_beside_file.begin(), paths_beside_file.end(), name) !=
        paths_beside_file.end()) {
      text = beside_file(text);
    }
    if (text.empty()) {
      arguments.insert(arguments.end(), {"--" + name, ""});
    } else {
      arguments.push_back("--" + name + "=" + text);  // the text may begin with a dash
    }
    return std::nullopt;
  }

  /// A path of the file as a path from the working folder.
  std::string beside_file(std::string const& path) const {
    if (path.empty() || path.starts_with('/')) return path;
    return std::string(site::folder_part(path_)).append(path);
  }

  std::vector<CLI::App*> commands_;
  CLI::App const& command_;
  std::string path_;
  bool is_unasked_;
  std::map<CLI::Option const*, std::vector<std::string>> arguments_;
};

/// The file that the command line names, or the default one if it exists; else an empty path.
ConfigFile config_file(CLI::App const& command) {
  CLI::Option const* option = command.get_option_no_throw("--config");
  if (option != nullptr && option->count() > 0) return {.path = option->results().back()};
  boost::system::error_code error;
  if (!boost::filesystem::is_regular_file(default_config, error)) return {};
  return {.path = default_config, .is_unasked = true};
}

}  // namespace

bool has_config(CLI::App const& app) {
  const auto parsed = app.get_subcommands();
  return !parsed.empty() && !config_file(*parsed.front()).path.empty();
}

ConfiguredLine with_config(CLI::App& app, std::vector<std::string> args) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty()) return {.args = std::move(args)};
  CLI::App const& command = *parsed.front();
  ConfigFile file = config_file(command);
  if (file.path.empty()) return {.args = std::move(args)};
  return Reader(app, command, std::move(file)).read(std::move(args));
}

}  // namespace hrefkit::cli
