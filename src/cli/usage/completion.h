// Scripts by which shells complete a command line.
#pragma once

#include <string>

#include "hrefkit/cli/usage/outline.h"

namespace hrefkit::cli {

/// For bash 4 and later, without the package bash-completion.
std::string bash_completion(CommandOutline const& program);

/// For the completion system of zsh: the file _hrefkit in a folder of $fpath.
std::string zsh_completion(CommandOutline const& program);

/// For fish 3 and later.
std::string fish_completion(CommandOutline const& program);

}  // namespace hrefkit::cli
