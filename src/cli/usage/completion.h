// Scripts by which shells complete a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/usage/outline.h"

namespace hrefkit::cli {

/// For bash 4 and later, without the package bash-completion.
std::string bash_completion(CommandOutline const& program);

/// For the completion system of zsh: the file _hrefkit in a folder of $fpath.
std::string zsh_completion(CommandOutline const& program);

/// For fish 3 and later.
std::string fish_completion(CommandOutline const& program);

// The texts of --generate: files that are installed beside the program, and the page of rules.

/// "man", "man-check" for each command, the names of shells, and "rules".
std::vector<std::string> generated_names(std::vector<std::string> const& commands);

/// The text of one of these names. `version` is "hrefkit 1.2.3".
std::string generated_text(std::string_view what, CommandOutline const& program,
                           std::string_view version);

}  // namespace hrefkit::cli
