#include "hrefkit/cli/check/watch.h"

#include <sys/stat.h>

#include <algorithm>
#include <boost/filesystem.hpp>
#include <chrono>
#include <functional>
#include <string_view>
#include <thread>

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

/// What tells one state of a file from another, in one number.
std::uint64_t file_stamp(std::string const& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return 0;
  std::uint64_t stamp = std::hash<std::string_view>{}(path);
  for (const auto part :
       {static_cast<std::uint64_t>(status.st_mtim.tv_sec),
        static_cast<std::uint64_t>(status.st_mtim.tv_nsec),
        static_cast<std::uint64_t>(status.st_size), static_cast<std::uint64_t>(status.st_ino)}) {
    stamp = (stamp ^ part) * 0x9E3779B97F4A7C15U;
    stamp ^= stamp >> 29;
  }
  return stamp;
}

}  // namespace

std::uint64_t tree_stamp(std::string const& root) {
  boost::system::error_code error;
  std::uint64_t stamp = 0;
  fs::recursive_directory_iterator entry(root, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    stamp += file_stamp(entry->path().native());  // a sum: the order does not matter
  }
  return stamp;
}

void wait_for_change(std::string const& root, std::uint64_t stamp) {
  using std::chrono::steady_clock;
  constexpr steady_clock::duration shortest = std::chrono::milliseconds(50);
  while (true) {
    const auto begin = steady_clock::now();
    if (tree_stamp(root) != stamp) return;
    std::this_thread::sleep_for(std::max(shortest, 10 * (steady_clock::now() - begin)));
  }
}

}  // namespace hrefkit::cli
