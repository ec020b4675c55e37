// The configuration file: options of the command line, written as TOML.
//
//   standard = "html5"       # for every command that has the option
//   [resolve]
//   format = "jsonl"         # for one command
//   kinds = ["image", "media"]
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/cli/options/option_set.h"

namespace hrefkit::cli {

/// The name of the file that is read from the working folder when it is there.
inline constexpr char const* default_config = ".hrefkit.toml";

/// What a configuration file gave to a run.
struct Configured {
  std::string unasked = {};   ///< the file, where it was read unasked; else empty
  bool gives_inputs = false;  ///< that file has --files-from, which the command line does not give
};

/// True when the command line names a configuration file, or the default one exists. `command` has
/// read the command line.
bool has_config(OptionSet const& command);

/// Reads that file and stores its values in the variables of `command`, except where the command
/// line gives the option, or one that excludes it. `all` are the options of all commands. Throws
/// CLI::ParseError, with the file, line and column: a file that cannot be read or is not TOML, a
/// key that no command knows, a value that the option does not accept, and, in the default file, a
/// value that is refused in a file that nobody names, whatever the command is and whatever the
/// command line gives.
Configured configure(std::span<OptionSet const* const> all, OptionSet const& command);

// What a configuration may say that is read unasked.
//
// `.hrefkit.toml` in the working folder is read though nobody names it, and its author is whoever
// wrote the folder: a repository that was cloned, an archive that was unpacked. So it must not have
// a run write files, read other places, use the network or wait: with `output = "../bashrc"` a
// shell would run the links of its author. Each row of the option table says which values such a
// file may give (Unasked). A file that --config names may give all.

/// True for a relative path that leads to a place in `folder`, links followed, whether or not there
/// is a file yet. False for a path with `..` before any name, and where the place is a pipe or a
/// device, which might be read for ever.
bool stays_in(std::string const& folder, std::string const& path);

/// True where a configuration in the working folder may give that value by `rule`. An empty path is
/// none, and "-" is standard input.
bool may_give_unasked(Unasked rule, std::string const& value);

/// True where a list of inputs that such a configuration names may have this name in it.
bool may_list_unasked(std::string const& name);

/// The message for what may not be: `what` is refused, with what helps.
std::string refused_unasked(std::string_view what);

}  // namespace hrefkit::cli
