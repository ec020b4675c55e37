// Waiting for a change below a folder, by the time stamps of its files.
//
// Polling needs no library and no watch on each folder, works on network file systems and in
// containers, and a manual of 1,000 files is looked at in some milliseconds.
#pragma once

#include <cstdint>
#include <string>

namespace hrefkit::cli {

/// A number that changes when a file below `root` is made, removed, renamed or written to.
std::uint64_t tree_stamp(std::string const& root);

/// Returns when the stamp of `root` is another one than `stamp`. Looks every 20 milliseconds, or
/// less often where a look takes long: it takes a tenth of the time at most.
void wait_for_change(std::string const& root, std::uint64_t stamp);

}  // namespace hrefkit::cli
