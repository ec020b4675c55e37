// Formats two versions of a text as a unified diff.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/format/printable.h"

namespace hrefkit::cli {

/// Options of a diff.
struct DiffOptions {
  std::string_view old_name;
  std::string_view new_name;
  bool color = false;
  Display display = Display::stream;  ///< on a terminal, control characters are shown as escapes
};

/// The name of a file in the header of a diff: "a" or "b" (`side`) and the path. Leading slashes,
/// empty parts and "." parts are dropped, because `git apply` refuses them.
std::string diff_name(std::string_view side, std::string_view path);

/// Appends the difference of two texts in the format of `patch`, with three lines of context. Lines
/// are compared with a small window, since most lines are equal; the time is linear in the texts.
void append_diff(std::string& out, std::string_view before, std::string_view after,
                 DiffOptions const& options);

}  // namespace hrefkit::cli
