#include "hrefkit/cli/check/watch.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <chrono>
#include <thread>

#include "hrefkit/site/file.h"

namespace hrefkit::cli {

namespace fs = boost::filesystem;

std::uint64_t tree_stamp(std::string const& root) {
  boost::system::error_code error;
  std::uint64_t stamp = 0;
  fs::recursive_directory_iterator entry(root, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    stamp += site::file_stamp(entry->path().native());  // a sum: the order does not matter
  }
  return stamp;
}

void wait_for_change(std::string const& root, std::uint64_t stamp) {
  using std::chrono::steady_clock;
  constexpr steady_clock::duration shortest = std::chrono::milliseconds(20);
  while (true) {
    const auto begin = steady_clock::now();
    if (tree_stamp(root) != stamp) return;
    std::this_thread::sleep_for(std::max(shortest, 10 * (steady_clock::now() - begin)));
  }
}

}  // namespace hrefkit::cli
