// Files that are removed when a signal ends the program.
#pragma once

#include <string>

namespace hrefkit::cli {

/// While it lives, SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU remove files before they end the
/// program, unless they are ignored. One at a time.
class RemovalOnSignal {
 public:
  /// For the temporary files of the pages that are being written (site/replace_file.h).
  RemovalOnSignal();
  /// For these and the file at `path`.
  explicit RemovalOnSignal(std::string const& path);
  ~RemovalOnSignal();
  RemovalOnSignal(RemovalOnSignal const&) = delete;
  RemovalOnSignal& operator=(RemovalOnSignal const&) = delete;

  /// Removes the files now, if there are any. Safe in a signal handler and in a terminate handler.
  static void remove_now() noexcept;
};

}  // namespace hrefkit::cli
