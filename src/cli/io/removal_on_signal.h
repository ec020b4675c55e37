// A file that is removed when a signal ends the program.
#pragma once

#include <string>

namespace hrefkit::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP remove the file before they end the program, unless
/// they are ignored. One at a time.
class RemovalOnSignal {
 public:
  explicit RemovalOnSignal(std::string const& path);
  ~RemovalOnSignal();
  RemovalOnSignal(RemovalOnSignal const&) = delete;
  RemovalOnSignal& operator=(RemovalOnSignal const&) = delete;

  /// Removes the file now, if there is one. Safe in a signal handler and in a terminate handler.
  static void remove_now() noexcept;
};

}  // namespace hrefkit::cli
