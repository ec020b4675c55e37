// The configuration file: options of the command line, written as TOML.
//
//   standard = "html5"       # for every command that has the option
//   [resolve]
//   format = "jsonl"         # for one command
//   kinds = ["image", "media"]
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/option_table.h"

namespace hrefkit::cli {

/// The name of the file that is read from the working folder if it exists.
inline constexpr char const* default_config = ".hrefkit.toml";

/// The effect of a configuration file on a run.
struct Configured {
  std::string unasked = {};             ///< the file, where it was read unasked; else empty
  std::vector<std::string> named = {};  ///< keys of that file that say how hosts are asked
  bool sets_inputs = false;  ///< that file has --files-from, and the command line does not
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

// What a configuration that is read unasked may contain.
//
// `.hrefkit.toml` in the working folder is read although nobody names it (unasked). Its author is
// the author of the folder, such as a cloned repository or an unpacked archive, who need not be
// trusted. So it must not make a run write files, read other places, use the network or wait: with
// `output = "../bashrc"`, a shell would run text of that author. Each row of the option table says
// which values such a file may have (ImplicitConfig). A file named by --config may have all.
// Options that change how hosts are asked (accepted statuses, delays) are allowed, and the summary
// names them.

/// True for a relative path that leads to a place in `folder` after following links, whether or not
/// a file exists there. False for a path that goes above the folder at some point, and for a pipe
/// or device, which might never end.
bool stays_in(std::string const& folder, std::string const& path);

/// True if `rule` allows the value in a configuration in the working folder. An empty path is
/// allowed, "-" (standard input) is not.
bool may_set_unasked(ImplicitConfig rule, std::string const& value);

/// True if a list of inputs that such a configuration names may contain this name.
bool may_list_unasked(std::string const& name);

/// The message for a refused key or value `what`, with a remedy.
std::string refused_unasked(std::string_view what);

}  // namespace hrefkit::cli
