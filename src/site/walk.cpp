#include "hrefkit/site/walk.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <string_view>

#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

constexpr std::array<std::string_view, 5> page_extensions{".htm", ".html", ".svg", ".xht",
                                                          ".xhtml"};

}  // namespace

bool is_page_name(std::string const& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return false;
  const std::string_view extension = std::string_view(name).substr(dot);
  return std::any_of(page_extensions.begin(), page_extensions.end(), [&](std::string_view known) {
    return text::equals_ignoring_ascii_case(extension, known);
  });
}

Walk::Walk(std::string root, Report report) : root_(std::move(root)), report_(std::move(report)) {
  open("");
}

std::string Walk::path_of(std::string const& relative) const {
  if (relative.empty()) return root_;
  return root_.ends_with('/') ? root_ + relative : root_ + "/" + relative;
}

void Walk::open(std::string const& prefix) {
  const std::string path = path_of(prefix);
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    const std::pair<std::uintmax_t, std::uintmax_t> identity{status.st_dev, status.st_ino};
    if (std::any_of(levels_.begin(), levels_.end(),
                    [&](Level const& level) { return level.identity == identity; })) {
      report_(Trouble::loop, path, "leads back into a folder that holds it; not followed");
      return;
    }
    levels_.push_back({prefix, identity, {}});
  } else {
    levels_.push_back({prefix, {}, {}});
  }
  std::vector<Entry>& entries = levels_.back().entries;
  boost::system::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
    boost::system::error_code ignored;  // a dangling link is neither folder nor page that exists
    const fs::file_type type = it->status(ignored).type();
    std::string name = it->path().filename().native();
    if (type == fs::directory_file) {
      entries.push_back({std::move(name), true});
    } else if (is_page_name(name)) {
      if (type == fs::fifo_file || type == fs::socket_file || type == fs::block_file ||
          type == fs::character_file) {
        report_(Trouble::unreadable, path_of(prefix + name), "is no regular file");
      } else {
        entries.push_back({std::move(name), false});
      }
    }
  }
  if (error) report_(Trouble::unreadable, path, error.message());
  std::sort(entries.begin(), entries.end(),
            [](Entry const& a, Entry const& b) { return a.name > b.name; });
}

std::optional<std::string> Walk::next() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.entries.empty()) {
      levels_.pop_back();
      continue;
    }
    const Entry entry = std::move(level.entries.back());
    level.entries.pop_back();
    std::string relative = level.prefix + entry.name;
    if (!entry.is_folder) return relative;
    open(relative + "/");
  }
  return std::nullopt;
}

}  // namespace hrefkit::site
