// What --generate prints: files that are installed beside the program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/cli/options/choice.h"
#include "hrefkit/cli/usage/outline.h"

namespace hrefkit::cli {

enum class Generated : std::uint8_t { man, bash, zsh, fish };

template <>
std::span<Choice<Generated> const> choices<Generated>();

/// The manual page, or the script by which a shell completes the command line. `version` is
/// "hrefkit 1.2.3".
std::string generated_text(Generated what, CommandOutline const& program, std::string_view version);

}  // namespace hrefkit::cli
