// Rows that wait for their turn outside of memory, in a temporary file without a name.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string_view>
#include <system_error>
#include <vector>

namespace hrefkit::cli {

// A temporary file without a name: it is gone when it is closed, however the program ends.

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Made by std::tmpfile; null where that fails.
using UnnamedFile = std::unique_ptr<std::FILE, CloseFile>;

/// Throws the system's last error.
[[noreturn]] inline void fail_at_unnamed_file() {
  throw std::system_error(errno, std::generic_category(), "temporary file");
}

/// The rows of one file that were set aside, in parts.
class SpilledRows {
 public:
  /// Appends a part. False if it cannot be stored: the disk is full, or the limit is reached.
  bool add(std::string_view rows);

  /// Passes the parts to `write` in their order, and drops them. False as soon as `write` returns
  /// false. Throws std::system_error when they cannot be read back.
  bool emit(std::function<bool(std::string_view)> const& write);

  bool empty() const { return pieces_.empty(); }
  void clear();

 private:
  UnnamedFile file_;
  std::vector<std::size_t> pieces_;  // their lengths
  std::uint64_t size_ = 0;
  bool is_refused_ = false;
};

}  // namespace hrefkit::cli
