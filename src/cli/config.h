// The configuration file: options of the command line, written as TOML.
//
//   standard = "html5"       # for every command that has the option
//   [resolve]
//   format = "jsonl"         # for one command
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// The name of the file that is read from the working folder when it is there.
inline constexpr char const* default_config = ".hrefkit.toml";

/// Reads the configuration file that `args` name, or the default one if it exists, and returns
/// `args` with its options put in front of the command's own, which win. `app` knows all commands
/// and options. Throws CLI::FileError or CLI::ConfigError: a file that cannot be read, a key that
/// no command knows.
std::vector<std::string> with_config(CLI::App const& app, std::vector<std::string> args);

}  // namespace hrefkit::cli
