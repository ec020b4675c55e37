// Rows that wait out of memory, in a temporary file without a name, until their turn comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/io/unnamed_file.h"

namespace hrefkit::cli {

/// The rows of one file that were set aside, piece by piece.
class RowsAside {
 public:
  /// Adds a piece. False when it cannot be kept: the disk is full, or there is enough already.
  bool add(std::string_view rows);

  /// Hands the pieces over in their order, and forgets them. False as soon as `write` says so.
  /// Throws std::system_error when they cannot be read back.
  bool give(std::function<bool(std::string_view)> const& write);

  bool empty() const { return pieces_.empty(); }
  void clear();

 private:
  UnnamedFile file_;
  std::vector<std::size_t> pieces_;  // their lengths
  std::uint64_t size_ = 0;
  bool is_refused_ = false;
};

}  // namespace hrefkit::cli
