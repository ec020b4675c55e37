#include "hrefkit/cli/check/watch.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <chrono>
#include <ratio>
#include <thread>
#include <tl/expected.hpp>

#include "hrefkit/cli/io/output.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace fs = boost::filesystem;

namespace {

/// The stamp of an entry. A folder has no more than its name: its time changes with what a run
/// writes there, and what comes and goes in it has stamps of its own.
std::uint64_t stamp_of(fs::directory_entry const& entry) {
  boost::system::error_code error;
  const bool is_folder = fs::is_directory(entry.symlink_status(error));
  std::string const& path = entry.path().native();
  return is_folder ? text::hash64(path, 0) : site::file_stamp(path);
}

}  // namespace

std::uint64_t tree_stamp(Watched const& watched) {
  std::uint64_t stamp = 0;
  for (std::string const& file : watched.files) stamp += site::file_stamp(file);
  const auto root = site::real_path(watched.root);
  if (!root) return stamp;
  std::vector<fs::path> written;
  for (std::string const& file : watched.written) written.push_back(place_of(file));
  // Folders that may not be read do not end it.
  boost::system::error_code error;
  fs::recursive_directory_iterator entry(*root, fs::directory_options::skip_permission_denied,
                                         error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (std::find(written.begin(), written.end(), entry->path()) != written.end()) continue;
    stamp += stamp_of(*entry);  // a sum: the order does not matter
  }
  return stamp;
}

void wait_for_change(Watched const& watched, std::uint64_t stamp) {
  using std::chrono::steady_clock;
  constexpr steady_clock::duration shortest = std::chrono::milliseconds(20);
  while (true) {
    const auto begin = steady_clock::now();
    if (tree_stamp(watched) != stamp) return;
    std::this_thread::sleep_for(std::max(shortest, 10 * (steady_clock::now() - begin)));
  }
}

}  // namespace hrefkit::cli
