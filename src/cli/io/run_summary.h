// The last line of a run: how much was read, and what was not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "hrefkit/site/walk.h"

namespace hrefkit::cli {

/// Why a file was skipped, which is no failure.
enum class SkipReason : std::uint8_t {
  binary,
  unknown_type,
  hidden,
  excluded,
  lock_file,
  dangling_link,
};
inline constexpr std::size_t skip_reason_count =
    static_cast<std::size_t>(SkipReason::dangling_link) + 1;

/// How many inputs were read, and how many were not.
struct RunCounts {
  std::size_t files = 0;     ///< read; standard input is one of them
  std::size_t not_read = 0;  ///< inputs that failed
  std::array<std::size_t, skip_reason_count> skipped = {};

  void skip(SkipReason reason) { ++skipped[static_cast<std::size_t>(reason)]; }

  /// Counts what is passed over. Folders do not count, nor do links to what is read elsewhere.
  void add(site::Trouble const& trouble);
};

/// "1,204 links in 17 files; 3 do not resolve; 2 files skipped (1 binary, 1 unknown type)" for the
/// `found` "1,204 links" and the `details` "; 3 do not resolve".
std::string run_summary(std::string const& found, std::string const& details,
                        RunCounts const& counts);

}  // namespace hrefkit::cli
