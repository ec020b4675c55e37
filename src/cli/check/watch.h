// Waiting for a change below a folder, by the time stamps of its files.
//
// Polling needs no library and no watch on each folder, works on network file systems and in
// containers, and a manual of 1,000 files is looked at in some milliseconds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hrefkit::cli {

/// What is watched: all below a folder, and single files.
struct Watched {
  std::string root;
  std::vector<std::string> files = {};    ///< that count, too, wherever they are
  std::vector<std::string> written = {};  ///< that do not count: the run itself writes them
};

/// A number that changes when a file or a folder is made, removed or renamed, or a file is written
/// to. The folder may be missing.
std::uint64_t tree_stamp(Watched const& watched);

/// Returns when the stamp is another one than `stamp`. Looks every 20 milliseconds, or less often
/// where a look takes long: it takes a tenth of the time at most.
void wait_for_change(Watched const& watched, std::uint64_t stamp);

}  // namespace hrefkit::cli
