// Two versions of a text as a unified diff.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/format/printable.h"

namespace hrefkit::cli {

/// What is printed around the lines.
struct DiffOptions {
  std::string_view old_name;
  std::string_view new_name;
  bool color = false;
  Display display = Display::stream;  ///< on a terminal, control characters are shown as escapes
};

/// The name of a file in the header of a diff: the side, which is "a" or "b", and the path without
/// its first slash, empty parts and "." parts, which git does not apply.
std::string diff_name(std::string_view side, std::string_view path);

/// Appends the difference of two texts, with three lines around each change, as `patch` reads it.
/// The texts are told apart line by line; most lines are the same. Takes time linear in the texts
/// except for the lines that differ.
void append_diff(std::string& out, std::string_view before, std::string_view after,
                 DiffOptions const& options);

}  // namespace hrefkit::cli
