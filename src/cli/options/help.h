// The help of a command: its options in groups, wrapped to the terminal's width.
#pragma once

#include <cstddef>
#include <string>

namespace CLI {
class App;
}

namespace hrefkit::cli {

/// The help text of `command`, which is the program or one of its commands, in lines of at most
/// `width` columns where words allow. The command's footer holds its examples, one on each line.
std::string help_text(CLI::App const& command, std::size_t width);

}  // namespace hrefkit::cli
