// File names as reports have them.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

/// The path without "./" before it.
inline std::string_view relative_path(std::string_view file) {
  while (file.starts_with("./")) {
    file.remove_prefix(2);
    while (file.starts_with('/')) file.remove_prefix(1);
  }
  return file;
}

/// The same for people, who cannot be shown bytes that are not UTF-8.
inline std::string shown_path(std::string_view file) {
  return text::to_valid_utf8(relative_path(file));
}

/// The path below `root`, so that it does not depend on where a report is made.
inline std::string_view below(std::string_view root, std::string_view file) {
  if (file.starts_with(root)) file.remove_prefix(root.size());
  while (file.starts_with('/')) file.remove_prefix(1);
  return file;
}

}  // namespace hrefkit::cli
