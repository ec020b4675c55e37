#include "hrefkit/cli/options/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <charconv>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/site.h"

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/input.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

// As in Linux.
constexpr int max_links = 40;
constexpr std::size_t max_path = 4096;

/// Removes the first name from a path, and returns it.
std::string split_name(std::string& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  std::string name = path.substr(0, end);
  path.erase(0, std::min(end + 1, path.size()));
  return name;
}

/// True if a path has more `..` than names at some point.
bool climbs_out(std::string path) {
  std::size_t depth = 0;
  while (!path.empty()) {
    const std::string name = split_name(path);
    if (name == "..") {
      if (depth == 0) return true;
      --depth;
    } else if (!name.empty() && name != ".") {
      ++depth;
    }
  }
  return false;
}

/// The destination of `path` from the folder `from`, which has no links in it; empty if it cannot
/// be found. Names that do not exist stay: a link to such a name is followed, as writing follows
/// it.
std::string destination(std::string const& from, std::string path) {
  std::string place = from;
  int links = 0;
  while (!path.empty()) {
    const std::string name = split_name(path);
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
    path.insert(0, target + '/');
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

bool may_set_unasked(ImplicitConfig rule, std::string const& value) {
  switch (rule) {
    case ImplicitConfig::allowed:
    case ImplicitConfig::named:
      return true;
    case ImplicitConfig::in_folder:
      return value.empty() || (value != "-" && stays_in(".", value));
    case ImplicitConfig::maps_in_folder: {
      // NAME may contain a '=', so the text after each of them must stay in the folder.
      std::size_t equals = value.find('=');
      if (equals == value.npos) return false;
      for (; equals != value.npos; equals = value.find('=', equals + 1)) {
        if (!stays_in(".", value.substr(equals + 1))) return false;
      }
      return true;
    }
    case ImplicitConfig::offline:
      return value != "check";
    case ImplicitConfig::refused:
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
  message += " is refused in a configuration that is found in the folder; --config ";
  message += default_config;
  return message += " allows it";
}

namespace {

/// Options whose value is a path that counts from the file's own folder.
constexpr std::array<std::string_view, 1> paths_beside_file{"root"};

/// True for an option whose value is a time.
bool takes_decimals(BoundOption const& option) {
  constexpr std::array<std::string_view, 3> times{"S", "MS", "TIME"};
  return std::find(times.begin(), times.end(), option.row.value) != times.end();
}

/// A number as on the command line: "0.5".
std::string decimal_text(double number) {
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  return end.ec == std::errc() ? std::string(text.data(), end.ptr) : "inf";
}

/// The option of that key; null for an unknown one, and for --config, which a file cannot have.
BoundOption const* find_option(OptionSet const& command, std::string_view key) {
  return key == "config" ? nullptr : command.find(key);
}

/// A configuration file, and whether it was found rather than named.
struct ConfigFile {
  std::string path;
  bool is_unasked = false;
};

/// Reads one file for one command.
class Reader {
 public:
  Reader(std::span<OptionSet const* const> all, OptionSet const& command, ConfigFile file)
      : all_(all), command_(command), path_(std::move(file.path)), is_unasked_(file.is_unasked) {}

  Configured read() {
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
    Configured configured = store();
    if (is_unasked_) configured.unasked = path_;
    return configured;
  }

 private:
  using Stored = tl::expected<site::StoreValues, CLI::ConfigError>;

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

  /// A key before the first section applies to each command that has the option and accepts the
  /// value. At least one command must; else the message is that of this command if it has the
  /// option.
  void read_shared(toml::key const& key, toml::node const& value) {
    std::optional<CLI::ConfigError> wrong;
    bool is_accepted = false;
    for (OptionSet const* command : all_) {
      BoundOption const* const option = find_option(*command, key.str());
      if (option == nullptr) continue;
      check_key(key);
      Stored stored = read_option(*option, value);
      if (stored) {
        is_accepted = true;
        if (command == &command_) stores_[option] = std::move(*stored);
      } else if (!wrong || command == &command_) {
        wrong.emplace(stored.error());
      }
    }
    if (is_accepted) return;
    throw wrong ? *wrong : error(key.source(), "unknown key '" + std::string(key.str()) + "'");
  }

  void read_section(toml::key const& section, toml::table const& table) {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](OptionSet const* command) {
      return command->command() == section.str();
    });
    if (found == all_.end()) {
      throw error(section.source(), "unknown section '" + std::string(section.str()) + "'");
    }
    for (auto const& [key, value] : table) {
      BoundOption const* const option = find_option(**found, key.str());
      if (option == nullptr) {
        throw error(key.source(),
                    "unknown key '" + std::string(key.str()) + "' of " + (*found)->command());
      }
      check_key(key);
      Stored stored = read_option(*option, value);
      if (!stored) throw stored.error();
      if (*found == &command_) stores_[option] = std::move(*stored);
    }
  }

  /// Stores the values for the command that runs.
  Configured store() const {
    Configured configured;
    for (auto const& [option, store] : stores_) {
      if (!store || option->is_settled()) continue;
      for (CLI::Option* other : option->option->get_excludes()) check_excluded(*option, *other);
      store();
      configured.sets_inputs |= option->row.key() == "files-from";
      if (is_unasked_ && option->row.unasked == ImplicitConfig::named) {
        configured.named.emplace_back(option->row.key());
      }
    }
    std::sort(configured.named.begin(), configured.named.end());
    return configured;
  }

  /// Throws if the file has an option that excludes another of its options.
  void check_excluded(BoundOption const& option, CLI::Option const& other) const {
    for (auto const& [given, store] : stores_) {
      if (store && given->option == &other) {
        throw CLI::ExcludesError(option.option->get_name(), other.get_name());
      }
    }
  }

  /// Refuses a key that is not allowed in a file that was read unasked.
  void check_key(toml::key const& key) const {
    if (!is_unasked_ || unasked_rule(key.str()) != ImplicitConfig::refused) return;
    throw error(key.source(), refused_unasked("'" + std::string(key.str()) + "'"));
  }

  /// The same for a value.
  void check_value(std::string const& name, toml::node const& value,
                   std::string const& text) const {
    if (!is_unasked_ || may_set_unasked(unasked_rule(name), text)) return;
    throw error(value.source(), refused_unasked(name + ": '" + url::masked_url(text) + "'"));
  }

  /// Parses a value, and returns the function that stores it; an empty one for a flag that is
  /// false.
  Stored read_option(BoundOption const& option, toml::node const& value) const {
    const std::string name(option.row.key());
    if (option.setting.is_flag) {
      if (!value.is_boolean()) {
        return tl::unexpected(error(value.source(), name + " takes true or false"));
      }
      if (!value.as_boolean()->get()) return site::StoreValues();
      return *option.setting.read({"true"});
    }
    std::vector<toml::node const*> nodes{&value};
    if (toml::array const* array = value.as_array();
        array != nullptr && option.setting.is_repeatable) {
      nodes.clear();
      for (toml::node const& item : *array) nodes.push_back(&item);
    }
    std::vector<std::string> texts;
    for (toml::node const* node : nodes) {
      auto text = text_of(option, *node);
      if (!text) return tl::unexpected(text.error());
      texts.push_back(std::move(*text));
    }
    if (texts.empty()) return site::StoreValues();
    auto read = option.setting.read(texts);
    if (read) return std::move(*read);
    return tl::unexpected(
        error(nodes[read.error().index]->source(), name + ": " + read.error().message));
  }

  /// One value as on the command line.
  tl::expected<std::string, CLI::ConfigError> text_of(BoundOption const& option,
                                                      toml::node const& value) const {
    const std::string name(option.row.key());
    std::string text;
    if (value.is_string()) {
      text = value.as_string()->get();
    } else if (value.is_boolean() && option.setting.is_optional) {
      text = value.as_boolean()->get() ? "true" : "false";
    } else if (value.is_integer()) {
      text = std::to_string(value.as_integer()->get());
    } else if (value.is_floating_point() && takes_decimals(option)) {
      text = decimal_text(value.as_floating_point()->get());
    } else {
      return tl::unexpected(
          error(value.source(), name + " takes a string or a whole number" +
                                    (option.setting.is_repeatable ? ", or a list" : "")));
    }
    check_value(name, value, text);
    const bool is_beside = std::find(paths_beside_file.begin(), paths_beside_file.end(), name) !=
                           paths_beside_file.end();
    return is_beside ? beside_file(text) : text;
  }

  /// Converts a path relative to the file to one from the working folder.
  std::string beside_file(std::string const& path) const {
    if (path.empty() || path.starts_with('/')) return path;
    return std::string(site::folder_part(path_)).append(path);
  }

  std::span<OptionSet const* const> all_;
  OptionSet const& command_;
  std::string path_;
  bool is_unasked_;
  std::map<BoundOption const*, site::StoreValues> stores_;  // of command_; empty: no value to store
};

/// The file that the command line names, or the default one if it exists; else an empty path.
ConfigFile config_file(OptionSet const& command) {
  BoundOption const* const named = command.find("config");
  if (named != nullptr && named->option->count() > 0) {
    return {.path = named->option->results().back()};
  }
  boost::system::error_code error;
  if (!boost::filesystem::is_regular_file(default_config, error)) return {};
  return {.path = default_config, .is_unasked = true};
}

}  // namespace

bool has_config(OptionSet const& command) {
  return !config_file(command).path.empty();
}

Configured configure(std::span<OptionSet const* const> all, OptionSet const& command) {
  return Reader(all, command, config_file(command)).read();
}

}  // namespace hrefkit::cli
