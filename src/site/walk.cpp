#include "hrefkit/site/walk.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

constexpr std::array<std::string_view, 5> page_extensions{".htm", ".html", ".svg", ".xht",
                                                          ".xhtml"};

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// What a folder tells of an entry. Most file systems tell its type along with its name, which
/// saves asking for each: 4 % of the time to resolve a manual's links.
enum class EntryType : std::uint8_t { file, folder, special, missing };

/// The type by a stat, so that a link's target counts.
EntryType stat_type(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return EntryType::missing;
  if (S_ISDIR(status.st_mode)) return EntryType::folder;
  return S_ISREG(status.st_mode) ? EntryType::file : EntryType::special;
}

}  // namespace

bool is_page_name(std::string const& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return false;
  const std::string_view extension = std::string_view(name).substr(dot);
  return std::any_of(page_extensions.begin(), page_extensions.end(), [&](std::string_view known) {
    return text::equals_ignoring_ascii_case(extension, known);
  });
}

bool is_walked(std::string const& file, std::string const& folder) {
  namespace fs = boost::filesystem;
  boost::system::error_code error;
  if (!is_page_name(fs::path(file).filename().native())) return false;
  if (!fs::is_directory(folder, error)) return false;
  const fs::path top = fs::canonical(folder, error);
  const fs::path place = fs::weakly_canonical(fs::absolute(file), error);
  return !error &&
         std::mismatch(top.begin(), top.end(), place.begin(), place.end()).first == top.end();
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
  const std::unique_ptr<DIR, CloseFolder> folder(::opendir(path.c_str()));
  if (!folder) return report_(Trouble::unreadable, path, std::strerror(errno));
  errno = 0;
  while (dirent const* entry = ::readdir(folder.get())) {
    std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    const EntryType type = entry->d_type == DT_REG   ? EntryType::file
                           : entry->d_type == DT_DIR ? EntryType::folder
                                                     : stat_type(path_of(prefix + name));
    if (type == EntryType::folder) {
      entries.push_back({std::move(name), true});
    } else if (is_page_name(name)) {
      if (type == EntryType::special) {
        report_(Trouble::unreadable, path_of(prefix + name), "is no regular file");
      } else {
        entries.push_back({std::move(name), false});
      }
    }
    errno = 0;
  }
  if (errno != 0) report_(Trouble::unreadable, path, std::strerror(errno));
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
