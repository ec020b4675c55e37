// The manual page of the program.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/usage/outline.h"

namespace hrefkit::cli {

/// The manual page, hrefkit(1), in the `man` macros of troff. `version` is "hrefkit 1.2.3".
std::string manual_page(CommandOutline const& program, std::string_view version);

}  // namespace hrefkit::cli
