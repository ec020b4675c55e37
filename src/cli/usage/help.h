// The help of a command: its options in groups, wrapped to the terminal's width.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/cli/usage/outline.h"

namespace hrefkit::cli {

/// The help text of `command`, which is `program` or one of its commands, in lines of at most
/// `width` columns where words allow.
std::string help_text(CommandOutline const& program, CommandOutline const& command,
                      std::size_t width);

/// The same in a screen, 24 lines of 80 columns: the first examples, and the options that matter
/// most.
std::string short_help(CommandOutline const& program, CommandOutline const& command,
                       std::size_t width);

/// A term and its text, side by side in a list.
struct HelpEntry {
  std::string term;
  std::string text;
};

/// Appends a list, whose texts begin at one column behind the terms.
void append_entries(std::string& out, std::span<HelpEntry const> entries, std::size_t width);

/// `text` in lines that begin at the column `indent`, where the first one is already; a line break
/// at its end.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t width);

// The manual pages.

/// The manual page of `command`, which is `program` or one of its commands, in the `man` macros of
/// troff: hrefkit(1), hrefkit-check(1). `version` is "hrefkit 1.2.3".
std::string manual_page(CommandOutline const& program, CommandOutline const& command,
                        std::string_view version);

}  // namespace hrefkit::cli
