// The words of a command line before the library that reads options sees them.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace hrefkit::cli {

/// The words with the command first: options may stand before it. `help COMMAND` becomes
/// `COMMAND --help`, `help` becomes `--help`.
std::vector<std::string> with_command_first(std::vector<std::string> args,
                                            std::span<std::string const> commands);

/// What is wrong with a command line whose words do not begin with a command, with what helps; the
/// empty string where nothing is.
std::string wrong_command(std::vector<std::string> const& args,
                          std::span<std::string const> commands);

/// True for what asks the whole program for a text: its help, its version, a generated file.
bool is_program_option(std::string const& word);

}  // namespace hrefkit::cli
