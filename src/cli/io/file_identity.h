// Which file a path or a descriptor leads to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hrefkit::cli {

/// A file by device and inode: the same for all its names and links.
struct FileIdentity {
  std::uintmax_t device = 0;
  std::uintmax_t inode = 0;

  bool operator==(FileIdentity const&) const = default;
};

/// The regular file at `path`, links followed; nothing for anything else.
std::optional<FileIdentity> regular_file(std::string const& path);

/// The path of a file that need not be there: the canonical path of its folder, and its name. Empty
/// where the folder is not there.
std::string place_of(std::string const& file);

/// The regular file that is open as `descriptor`; nothing where it is something else.
std::optional<FileIdentity> regular_file(int descriptor);

}  // namespace hrefkit::cli
