// What a configuration may say that is read unasked.
//
// `.hrefkit.toml` in the working folder is read though nobody names it, and its author is whoever
// wrote the folder: a repository that was cloned, an archive that was unpacked. So it must not have
// a run write files, read other places, use the network or wait: with `output = "../bashrc"` a
// shell would run the links of its author. Each row of the option table says which values such a
// file may give (Unasked). A file that --config names may give all.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/options/option_table.h"

namespace hrefkit::cli {

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
