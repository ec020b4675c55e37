// File names as reports have them.
#pragma once

#include <string_view>

namespace hrefkit::cli {

/// The path without "./" before it.
inline std::string_view relative_path(std::string_view file) {
  while (file.starts_with("./")) {
    file.remove_prefix(2);
    while (file.starts_with('/')) file.remove_prefix(1);
  }
  return file;
}

/// The path below `root`, so that it does not depend on where a report is made.
inline std::string_view below(std::string_view root, std::string_view file) {
  if (file.starts_with(root)) file.remove_prefix(root.size());
  while (file.starts_with('/')) file.remove_prefix(1);
  return file;
}

}  // namespace hrefkit::cli
