#include "hrefkit/site/walk.h"

#include <sys/stat.h>
#include <algorithm>
#include <boost/filesystem.hpp>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/site/binary_content.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

std::pair<std::uintmax_t, std::uintmax_t> identity_of(struct stat const& status) {
  return {status.st_dev, status.st_ino};
}

/// True for a file in `folder` whose first bytes are those of HTML.
bool is_html_file(OpenFolder const& folder, std::string const& name) {
  const auto file = folder.file(name);
  return file && begins_as_html(file->start(html_start_bytes));
}

}  // namespace

bool is_walked(std::string const& file, std::string const& folder, FileRules const& files) {
  boost::system::error_code error;
  if (file.empty() || !fs::is_directory(folder, error)) return false;
  const auto top = real_path(folder);
  const auto place = real_path(file, PathEnd::may_be_missing);
  if (!top || !place) return false;
  const auto below = path_below(*place, *top);
  return below && !below->empty() && files.is_read(*below);
}

Walk::Walk(std::string root, WalkOptions options)
    : root_(std::move(root)), options_(std::move(options)) {}

std::optional<Walk::Step> Walk::next() {
  if (!started_) {
    started_ = true;
    if (auto trouble = open_root()) return trouble;
  }
  while (!levels_.empty()) {
    Level& level = levels_.back();
    if (level.entries.empty()) {
      levels_.pop_back();
      continue;
    }
    const Entry entry = std::move(level.entries.back());
    level.entries.pop_back();
    if (auto step = visit(entry)) return step;
  }
  return std::nullopt;
}

std::optional<Walk::Step> Walk::open_root() {
  auto opened = InputFolder::open(root_);
  if (!opened) return unreadable("", std::move(opened.error()));
  root_folder_ = *std::move(opened);
  real_root_ = real_path(root_).value_or("");
  if (!options_.avoided.empty()) {
    real_avoided_ = real_path(options_.avoided, PathEnd::may_be_missing).value_or("");
  }
  return open("", root_folder_, "", false);
}

std::optional<Walk::Step> Walk::visit(Entry const& entry) {
  Level const& level = levels_.back();
  std::string relative = level.prefix + entry.name;
  if (entry.status != FileStatus::read) {
    const bool is_folder = entry.type == NameType::folder || entry.type == NameType::link_to_folder;
    return passed_over(is_folder ? relative + '/' : relative, entry.status);
  }
  switch (entry.type) {
    case NameType::file:
      if (level.is_outside && !is_new_page(relative, FoundBy::place)) {
        return InputError{InputError::Kind::elsewhere, path_of(relative),
                          "is read under the name of a link to it"};
      }
      return WalkedPage{std::move(relative), level.folder, level.place + entry.name};
    case NameType::folder:
      return open(relative + '/', level.folder, level.place + entry.name + '/', level.is_outside);
    case NameType::link_to_file:
      return visit_link(std::move(relative), false);
    case NameType::link_to_folder:
      return visit_link(relative + '/', true);
    case NameType::dangling_link:
      return InputError{InputError::Kind::dangling, path_of(relative),
                        "is a link that leads to nothing"};
    case NameType::special:
      return InputError{InputError::Kind::unreadable, path_of(relative), "is not a regular file"};
  }
  return std::nullopt;
}

std::optional<Walk::Step> Walk::visit_link(std::string relative, bool is_folder) {
  const auto target = real_path(path_of(relative));
  if (!target) return unreadable(relative, target.error());
  if (const auto below_root = path_below(*target, real_root_)) {
    return visit_inside(std::move(relative), is_folder, *below_root);
  }
  return visit_outside(std::move(relative), is_folder, *target);
}

/// A link to a place in the folder that is walked, at `below_root`.
std::optional<Walk::Step> Walk::visit_inside(std::string relative, bool is_folder,
                                             std::string const& below_root) {
  if (is_folder) {
    struct stat status {};
    if (::stat(path_of(relative).c_str(), &status) != 0) return std::nullopt;  // it is gone by now
    const bool is_entered = options_.files.is_entered(below_root);
    if (is_entered || is_open(identity_of(status))) {
      return not_followed(relative, identity_of(status));
    }
    return open(std::move(relative), root_folder_, below_root + '/', true);
  }
  if (!options_.files.is_read(below_root) && is_new_page(relative, FoundBy::link)) {
    return WalkedPage{std::move(relative), root_folder_, below_root};
  }
  return InputError{InputError::Kind::elsewhere, path_of(relative),
                    "is a link to a page that is read under another name"};
}

/// A link that leads out of the folder that is walked, to `target`.
std::optional<Walk::Step> Walk::visit_outside(std::string relative, bool is_folder,
                                              std::string const& target) {
  if (!options_.follow_outside) {
    return InputError{InputError::Kind::outside, path_of(relative),
                      "leads out of the folder; not read"};
  }
  if (is_avoided(relative, true)) return avoided(relative);
  auto opened = InputFolder::open(is_folder ? target : std::string(folder_part(target)));
  if (!opened) return unreadable(relative, std::move(opened.error()));
  if (is_folder) return open(std::move(relative), *std::move(opened), "", true);
  if (is_new_page(relative, FoundBy::link)) {
    return WalkedPage{std::move(relative), *std::move(opened), std::string(name_part(target))};
  }
  return InputError{InputError::Kind::elsewhere, path_of(relative),
                    "is a link to a page that is read under another name"};
}

/// True for a path in the avoided folder, links followed. FAST: as long as no link was followed,
/// the real path is known, and the disk need not be asked about each folder on the way.
bool Walk::is_avoided(std::string const& relative, bool is_outside) const {
  if (real_avoided_.empty()) return false;
  if (!is_outside) {
    const std::string inside = real_root_.ends_with('/') ? real_root_ : real_root_ + '/';
    const std::string place = inside + relative;
    return path_below(place.substr(0, place.find_last_not_of('/') + 1), real_avoided_).has_value();
  }
  const auto place = real_path(path_of(relative));
  return place && path_below(*place, real_avoided_);
}

InputError Walk::avoided(std::string const& relative) const {
  return {InputError::Kind::elsewhere, path_of(relative), "is where pages are written; not read"};
}

/// Visits a folder, unless it was visited before.
std::optional<Walk::Step> Walk::open(std::string prefix, Folder folder, std::string place,
                                     bool is_outside) {
  const auto opened = folder->folder(place);
  if (!opened) return unreadable(prefix, opened.error());
  if (is_avoided(prefix, is_outside)) return avoided(prefix);
  const Identity identity = (*opened)->identity();
  if (!folders_.insert(identity).second) return not_followed(prefix, identity);
  levels_.push_back(
      {std::move(prefix), std::move(folder), std::move(place), identity, is_outside, {}});
  return read_entries(levels_.back(), **opened);
}

/// Reads the names in a folder. Returns the error, if any; the names before it count.
std::optional<Walk::Step> Walk::read_entries(Level& level, OpenFolder const& folder) {
  const auto read = folder.list([&](std::string name, NameType type) {
    auto found = entry_of(level.prefix, std::move(name), type);
    if (!found) return;
    const bool may_be_html = options_.files.looks_at_bytes() && type == NameType::file &&
                             found->status == FileStatus::unknown;
    if (may_be_html && is_html_file(folder, found->name)) {
      found->status = options_.files.status_of_html(level.prefix + found->name);
    }
    level.entries.push_back(std::move(*found));
  });
  std::sort(level.entries.begin(), level.entries.end(),
            [](Entry const& a, Entry const& b) { return a.name > b.name; });
  if (read) return std::nullopt;
  return unreadable(level.prefix, read.error());
}

/// An entry of a folder and how it is treated; nullopt for a file that holds no links.
std::optional<Walk::Entry> Walk::entry_of(std::string const& prefix, std::string name,
                                          NameType type) const {
  const std::string relative = prefix + name;
  const bool is_folder = type == NameType::folder || type == NameType::link_to_folder;
  const FileStatus status =
      options_.files.status_of(relative, is_folder ? PathKind::folder : PathKind::file);
  const bool holds_nothing = type == NameType::dangling_link || type == NameType::special;
  if (status == FileStatus::no_links || (holds_nothing && status == FileStatus::unknown)) {
    return std::nullopt;
  }
  return Entry{std::move(name), type, status};
}

InputError Walk::unreadable(std::string const& relative, std::string why) const {
  return {InputError::Kind::unreadable, path_of(relative), std::move(why)};
}

/// The error for a path that the rules skip.
InputError Walk::passed_over(std::string const& relative, FileStatus status) const {
  std::string path = path_of(relative);
  switch (status) {
    case FileStatus::hidden:
      return {InputError::Kind::hidden, std::move(path), "is hidden"};
    case FileStatus::excluded:
      return {InputError::Kind::excluded, std::move(path), "is excluded"};
    case FileStatus::lock_file:
      return {InputError::Kind::lock_file, std::move(path), "is an editor's lock file"};
    case FileStatus::unknown:
    case FileStatus::read:
    case FileStatus::no_links:
      break;
  }
  return {InputError::Kind::unknown, std::move(path), "is of an unknown type"};
}

/// Records a page that could be read under several names. False if it was read already. A page
/// found at its own place only repeats one that a link led to.
bool Walk::is_new_page(std::string const& relative, FoundBy found_by) {
  struct stat status {};
  if (::stat(path_of(relative).c_str(), &status) != 0) return true;
  const auto [page, is_new] = pages_.emplace(identity_of(status), found_by);
  return is_new || (found_by == FoundBy::place && page->second == FoundBy::place);
}

bool Walk::is_open(Identity const& identity) const {
  return std::any_of(levels_.begin(), levels_.end(),
                     [&](Level const& level) { return level.identity == identity; });
}

InputError Walk::not_followed(std::string const& relative, Identity const& identity) const {
  if (is_open(identity)) {
    return {InputError::Kind::loop, path_of(relative),
            "leads back into a folder that holds it; not followed"};
  }
  return {InputError::Kind::elsewhere, path_of(relative),
          "is a link to a folder that is read under another name"};
}

std::string Walk::path_of(std::string const& relative) const {
  if (relative.empty()) return root_;
  return join_path(root_, relative);
}

}  // namespace hrefkit::site
