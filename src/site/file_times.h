// The times of a file, whose names in `struct stat` differ: POSIX.1-2008 has st_mtim, macOS has
// st_mtimespec, and older systems count whole seconds.
#pragma once

#include <ctime>

namespace hrefkit::site {

/// When the content of a file was changed last. `Status` is `struct stat`.
template <typename Status>
std::timespec modified_at(Status const& status) {
  if constexpr (requires { status.st_mtim; }) {
    return status.st_mtim;
  } else if constexpr (requires { status.st_mtimespec; }) {
    return status.st_mtimespec;
  } else {
    return {status.st_mtime, 0};
  }
}

/// When its content or anything else of `struct stat` was changed last.
template <typename Status>
std::timespec status_changed_at(Status const& status) {
  if constexpr (requires { status.st_ctim; }) {
    return status.st_ctim;
  } else if constexpr (requires { status.st_ctimespec; }) {
    return status.st_ctimespec;
  } else {
    return {status.st_ctime, 0};
  }
}

}  // namespace hrefkit::site
