// The help of a command: its options in groups, wrapped to 80 columns.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// The help text of `command`, which is the program or one of its commands.
std::string help_text(CLI::App const& command);

}  // namespace hrefkit::cli
