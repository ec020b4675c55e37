// The help of a command: its options in groups, wrapped to the terminal's width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hrefkit/cli/usage/outline.h"

namespace hrefkit::cli {

/// The help text of `command`, which is `program` or one of its commands, in lines of at most
/// `width` columns where words allow.
std::string help_text(CommandOutline const& program, CommandOutline const& command,
                      std::size_t width);

// The manual page of the program.

/// The manual page, hrefkit(1), in the `man` macros of troff. `version` is "hrefkit 1.2.3".
std::string manual_page(CommandOutline const& program, std::string_view version);

}  // namespace hrefkit::cli
