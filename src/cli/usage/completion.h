// Scripts by which shells complete a command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/cli/usage/outline.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::cli {

/// For bash 4 and later, without the package bash-completion.
std::string bash_completion(CommandOutline const& program);

/// For the completion system of zsh: the file _hrefkit in a folder of $fpath.
std::string zsh_completion(CommandOutline const& program);

/// For fish 3 and later.
std::string fish_completion(CommandOutline const& program);

// What --generate prints: files that are installed beside the program.

enum class Generated : std::uint8_t { man, bash, zsh, fish };

inline constexpr text::EnumTable<Generated::fish> generated_names({
    {Generated::man, "man"},
    {Generated::bash, "bash"},
    {Generated::zsh, "zsh"},
    {Generated::fish, "fish"},
});

/// The manual page, or the script by which a shell completes the command line. `version` is
/// "hrefkit 1.2.3".
std::string generated_text(Generated what, CommandOutline const& program, std::string_view version);

}  // namespace hrefkit::cli
