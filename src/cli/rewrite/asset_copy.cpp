#include "hrefkit/cli/rewrite/asset_copy.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <utility>

#include "hrefkit/site/file.h"
#include "hrefkit/site/place.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

bool is_folder(fs::directory_entry const& entry) {
  boost::system::error_code error;
  return entry.symlink_status(error).type() == fs::directory_file;
}

/// What a link at `relative` holds that leads to `place`, both below the root.
fs::path link_target(std::string const& relative, std::string const& place) {
  return fs::path("/" + place).lexically_relative(fs::path("/" + relative).parent_path());
}

/// True for a link at `relative` whose target, as it is written, is below the root all the way.
bool stays_inside(std::string const& relative, fs::path const& target) {
  fs::path at = fs::path(relative).parent_path();
  for (fs::path const& part : target) {
    if (part == ".." && at.empty()) return false;
    at = part == ".." ? at.parent_path() : part == "." ? at : at / part;
  }
  return true;
}

}  // namespace

std::string AssetCopy::relative_to_root(std::string const& path) const {
  return fs::path(path).lexically_relative(root_).native();
}

/// Where `path` is below the root when links are followed; nothing where it is not below.
std::optional<std::string> AssetCopy::own_place(std::string const& path) const {
  const auto top = site::real_path(root_);
  const auto real = site::real_path(path);
  if (!top || !real) return std::nullopt;
  return site::path_below(*real, *top);
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
    } else {
      paths_.push_back(at->path().native());
    }
  }
  if (error && fate_of_(folder + "/", relative_to_root(folder)) != PathFate::told) {
    tell_(folder, error.message(), CopyTrouble::failed);
  }
}

void AssetCopy::copy_path(std::string const& path) {
  const std::string relative = relative_to_root(path);
  if (fate_of_(path, relative) != PathFate::asset) return;
  boost::system::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  const bool loops = error == boost::system::errc::too_many_symbolic_link_levels;
  if (loops || type == fs::file_not_found) {
    return tell_(path, "is a link that leads to nothing; not copied", CopyTrouble::left_out);
  }
  if (type == fs::status_error) return tell_(path, error.message(), CopyTrouble::failed);
  if (type != fs::regular_file && type != fs::directory_file) {
    return tell_(path, "is not a regular file; not copied", CopyTrouble::left_out);
  }
  const auto own = own_place(path);
  if (!own) return tell_(path, "leads out of the folder; not copied", CopyTrouble::failed);
  if (type == fs::directory_file) return copy_folder_link(path, relative, *own);
  if (*own != relative && fate_of_(path, *own) == PathFate::written) {
    return copy_page_link(relative, *own, path);
  }
  if (const auto copied = output_.copy(relative, path); !copied)
    tell_(path, copied.error(), CopyTrouble::failed);
}

/// The references of a page are written for its own place, so a link to a page stays a link.
void AssetCopy::copy_page_link(std::string const& relative, std::string const& page,
                               std::string const& path) {
  const fs::path target = link_target(relative, page);
  if (const auto made = output_.link(relative, target.native()); !made)
    tell_(path, made.error(), CopyTrouble::failed);
}

/// A link to a folder of the same tree leads to the same place in the new tree, also where it went
/// there by way of the folder's own name.
void AssetCopy::copy_folder_link(std::string const& path, std::string const& relative,
                                 std::string const& own) {
  boost::system::error_code error;
  fs::path target = fs::read_symlink(path, error);
  if (error) return tell_(path, error.message(), CopyTrouble::failed);
  if (target.is_absolute())
    return tell_(path, "is a link to a folder by its whole path; not copied", CopyTrouble::failed);
  if (!stays_inside(relative, target)) target = link_target(relative, own);
  if (const auto made = output_.link(relative, target.native()); !made)
    tell_(path, made.error(), CopyTrouble::failed);
}

}  // namespace hrefkit::cli
