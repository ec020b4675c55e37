// The names that --elements gives.
#pragma once

#include <span>
#include <string>

#include "hrefkit/cli/io/messages.h"

namespace hrefkit::cli {

/// Warns of names that no known element has.
void check_element_names(std::span<std::string const> names, Messages& messages);

}  // namespace hrefkit::cli
