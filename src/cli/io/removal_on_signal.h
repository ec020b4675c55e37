// Files that are removed when a signal ends the program.
#pragma once

#include <string>

namespace hrefkit::cli {

/// While it lives, each signal that ends the program and can be caught removes files before that,
/// unless it is ignored or somebody else handles it. One at a time.
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

  /// For a process that was forked: the files belong to the first one, and stay however this one
  /// ends. Signals have their defaults again.
  static void leave_files() noexcept;
};

}  // namespace hrefkit::cli
