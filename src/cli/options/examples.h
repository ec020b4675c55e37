// What a command is typed like, for its help.
#pragma once

#include <string_view>

namespace hrefkit::cli {

/// Examples for a command, one on each line; empty for an unknown one.
std::string_view examples_of(std::string_view command);

}  // namespace hrefkit::cli
