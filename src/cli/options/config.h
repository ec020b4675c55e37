// The configuration file: options of the command line, written as TOML.
//
//   standard = "html5"       # for every command that has the option
//   [resolve]
//   format = "jsonl"         # for one command
//   kinds = ["image", "media"]
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// The name of the file that is read from the working folder when it is there.
inline constexpr char const* default_config = ".hrefkit.toml";

/// What a configuration file made of a command line.
struct ConfiguredLine {
  std::vector<std::string> args = {};
  std::string unasked = {};   ///< the file, where it was read unasked; else empty
  bool gives_inputs = false;  ///< that file has --files-from, which the command line does not give
};

/// True when the command line that `app` has just parsed names a configuration file, or the default
/// one exists.
bool has_config(CLI::App const& app);

/// Reads the configuration file that the command line names, or the default one if it exists, and
/// returns `args` with its options added. `app` has just parsed `args`: what they give replaces
/// what the file says. Throws CLI::ConfigError, with the file, line and column: a file that cannot
/// be read or is not TOML, a key that no command knows, a value that the option does not accept,
/// and, in the default file, a value that is refused in a file that nobody names (see unasked.h),
/// whatever the command is and whatever `args` give.
ConfiguredLine with_config(CLI::App& app, std::vector<std::string> args);

}  // namespace hrefkit::cli
