#include "hrefkit/cli/rewrite/asset_copy.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <utility>

#include "hrefkit/site/file.h"
#include "hrefkit/site/place.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

/// True for what is copied: a file, or a link to a file or a folder.
bool is_copied(fs::directory_entry const& entry) {
  boost::system::error_code error;
  const fs::file_type type = entry.status(error).type();
  if (type == fs::regular_file) return true;
  return type == fs::directory_file && entry.symlink_status(error).type() == fs::symlink_file;
}

bool is_folder(fs::directory_entry const& entry) {
  boost::system::error_code error;
  return entry.symlink_status(error).type() == fs::directory_file;
}

}  // namespace

std::string AssetCopy::relative_to_root(std::string const& path) const {
  return fs::path(path).lexically_relative(root_).native();
}

/// Where `path` is below the root when links are followed; nothing where it is not below.
std::optional<std::string> AssetCopy::own_place(std::string const& path) const {
  boost::system::error_code error;
  const fs::path top = fs::canonical(root_, error);
  const fs::path real = fs::canonical(path, error);
  if (error) return std::nullopt;
  return site::path_below(real.native(), top.native());
}

void AssetCopy::copy(std::string const& root) {
  root_ = root;
  paths_.clear();
  folders_.assign(1, root);
  while (!folders_.empty()) {
    const std::string folder = std::move(folders_.back());
    folders_.pop_back();
    list(folder);
  }
  std::sort(paths_.begin(), paths_.end());
  for (std::string const& path : paths_) copy_path(path);
}

/// Adds the paths in a folder. One that cannot be read keeps no other from being read.
void AssetCopy::list(std::string const& folder) {
  boost::system::error_code error;
  fs::directory_iterator at(folder, error);
  for (const fs::directory_iterator end; !error && at != end; at.increment(error)) {
    if (is_folder(*at)) {
      folders_.push_back(at->path().native());
    } else if (is_copied(*at)) {
      paths_.push_back(at->path().native());
    }
  }
  if (error && fate_of_(folder + "/", relative_to_root(folder)) != PathFate::told) {
    tell_(folder, error.message());
  }
}

void AssetCopy::copy_path(std::string const& path) {
  const std::string relative = relative_to_root(path);
  if (fate_of_(path, relative) != PathFate::asset) return;
  const auto own = own_place(path);
  if (!own) return tell_(path, "leads out of the folder; not copied");
  if (site::is_folder(path)) return copy_folder_link(path, relative);
  if (*own != relative && fate_of_(path, *own) == PathFate::written) {
    return copy_page_link(relative, *own, path);
  }
  if (const auto copied = output_.copy(relative, path); !copied) tell_(path, copied.error());
}

/// The references of a page are written for its own place, so a link to a page stays a link.
void AssetCopy::copy_page_link(std::string const& relative, std::string const& page,
                               std::string const& path) {
  const fs::path target =
      fs::path("/" + page).lexically_relative(fs::path("/" + relative).parent_path());
  if (const auto made = output_.link(relative, target.native()); !made) tell_(path, made.error());
}

/// A link to a folder of the same tree leads to the same place in the new tree.
void AssetCopy::copy_folder_link(std::string const& path, std::string const& relative) {
  boost::system::error_code error;
  const fs::path target = fs::read_symlink(path, error);
  if (error) return tell_(path, error.message());
  if (target.is_absolute())
    return tell_(path, "is a link to a folder by its whole path; not copied");
  if (const auto made = output_.link(relative, target.native()); !made) tell_(path, made.error());
}

}  // namespace hrefkit::cli
