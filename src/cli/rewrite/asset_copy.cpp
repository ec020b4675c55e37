#include "hrefkit/cli/rewrite/asset_copy.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <utility>

#include "hrefkit/site/path_parts.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

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

std::string AssetCopy::path_of(std::string const& relative) const {
  return relative.empty() ? root_->path() : site::join_path(root_->path(), relative);
}

void AssetCopy::fail(std::string const& relative, std::string const& why) const {
  tell_(path_of(relative), why, CopyTrouble::failed);
}

void AssetCopy::copy(std::string const& root) {
  auto opened = site::InputFolder::open(root);
  if (!opened) return tell_(root, opened.error(), CopyTrouble::failed);
  root_ = *std::move(opened);
  assets_.clear();
  folders_.assign(1, "");
  while (!folders_.empty()) {
    const std::string folder = std::move(folders_.back());
    folders_.pop_back();
    list(folder);
  }
  std::sort(assets_.begin(), assets_.end());
  for (auto const& [relative, type] : assets_) copy_asset(relative, type);
}

/// Adds what is in the folder at `place`. One that cannot be read keeps no other from being read.
void AssetCopy::list(std::string const& place) {
  const auto folder = root_->folder(place);
  const auto listed = !folder ? tl::unexpected(folder.error())
                              : (*folder)->list([&](std::string name, site::NameType type) {
                                  if (!place.empty()) name = site::join_path(place, name);
                                  if (type == site::NameType::folder) {
                                    folders_.push_back(std::move(name));
                                  } else {
                                    assets_.emplace_back(std::move(name), type);
                                  }
                                });
  if (!listed && fate_of_(path_of(place) + "/", place) != PathFate::told) {
    fail(place, listed.error());
  }
}

void AssetCopy::copy_asset(std::string const& relative, site::NameType type) {
  const std::string path = path_of(relative);
  if (fate_of_(path, relative) != PathFate::asset) return;
  switch (type) {
    case site::NameType::file:
    case site::NameType::folder:
      return copy_file(relative, relative);
    case site::NameType::link_to_file:
    case site::NameType::link_to_folder:
      return copy_link(relative, type);
    case site::NameType::dangling_link:
      return tell_(path, "is a link that leads to nothing; not copied", CopyTrouble::left_out);
    case site::NameType::special:
      return tell_(path, "is not a regular file; not copied", CopyTrouble::left_out);
  }
}

void AssetCopy::copy_link(std::string const& relative, site::NameType type) {
  const auto own = root_->place_of(relative);
  if (!own) return fail(relative, own.error() + "; not copied");
  if (type == site::NameType::link_to_folder) return copy_folder_link(relative, *own);
  if (fate_of_(path_of(relative), *own) == PathFate::written) return copy_page_link(relative, *own);
  copy_file(relative, *own);
}

/// Copies the file at `place`.
void AssetCopy::copy_file(std::string const& relative, std::string const& place) {
  const auto source = root_->file(place);
  if (!source) return fail(relative, source.error());
  if (const auto copied = output_.copy(relative, *source); !copied) fail(relative, copied.error());
}

/// The references of a page are written for its own place, so a link to a page stays a link.
void AssetCopy::copy_page_link(std::string const& relative, std::string const& page) {
  const fs::path target = link_target(relative, page);
  if (const auto made = output_.link(relative, target.native()); !made)
    fail(relative, made.error());
}

/// A link to a folder of the same tree leads to the same place in the new tree, also where it went
/// there by way of the folder's own name.
void AssetCopy::copy_folder_link(std::string const& relative, std::string const& own) {
  boost::system::error_code error;
  fs::path target = fs::read_symlink(path_of(relative), error);
  if (error) return fail(relative, error.message());
  if (target.is_absolute()) {
    return fail(relative, "is a link to a folder by its whole path; not copied");
  }
  if (!stays_inside(relative, target)) target = link_target(relative, own);
  if (const auto made = output_.link(relative, target.native()); !made)
    fail(relative, made.error());
}

}  // namespace hrefkit::cli
