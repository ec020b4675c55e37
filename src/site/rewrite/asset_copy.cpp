#include "hrefkit/site/rewrite/asset_copy.h"

#include <algorithm>
#include <boost/filesystem.hpp>

#include "hrefkit/html/link_table.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

/// The target for a link at `relative` to `place`; both are relative to the root.
fs::path link_target(std::string const& relative, std::string const& place) {
  return fs::path("/" + place).lexically_relative(fs::path("/" + relative).parent_path());
}

/// True if the target of a link at `relative`, as written, never leaves the root.
bool stays_inside(std::string const& relative, fs::path const& target) {
  fs::path at = fs::path(relative).parent_path();
  for (fs::path const& part : target) {
    if (part == ".." && at.empty()) return false;
    at = part == ".." ? at.parent_path() : part == "." ? at : at / part;
  }
  return true;
}

}  // namespace

bool loads_with_page(html::Link const& link) {
  switch (link.kind) {
    case html::LinkKind::stylesheet:
    case html::LinkKind::script:
    case html::LinkKind::image:
    case html::LinkKind::media:
    case html::LinkKind::frame:
    case html::LinkKind::object:
    case html::LinkKind::css:
    case html::LinkKind::resource:
    case html::LinkKind::module:
    case html::LinkKind::worker:
      return !link.empty && !link.local && html::may_be_used(link);
    default:
      return false;
  }
}

LoadedFiles::Key LoadedFiles::key_of(std::string_view url) {
  return text::hash128(url::percent_decode(url::without_query(url)), text::process_hash_key());
}

std::string AssetCopy::path_of(std::string const& relative) const {
  return relative.empty() ? root_->path() : join_path(root_->path(), relative);
}

void AssetCopy::fail(std::string const& relative, std::string const& why) const {
  report_(path_of(relative), why, CopyError::failed);
}

void AssetCopy::copy(std::string const& root) {
  if (!list_all(root)) return;
  for (auto const& [relative, type] : assets_) copy_asset(relative, type);
}

void AssetCopy::visit(std::string const& root, Visit const& visit) {
  if (!list_all(root)) return;
  for (auto const& [relative, type] : assets_) {
    const bool has_content = type == NameType::file || type == NameType::link_to_file;
    const std::string path = path_of(relative);
    if (has_content && status_of_(path, relative) == PathStatus::asset) {
      visit(path, relative);
    }
  }
}

bool AssetCopy::has_folder_links(std::string const& root) {
  return list_all(root) && std::any_of(assets_.begin(), assets_.end(), [](auto const& asset) {
           return asset.second == NameType::link_to_folder;
         });
}

/// Fills `assets_`. False where the folder cannot be opened, which is reported.
bool AssetCopy::list_all(std::string const& root) {
  auto opened = InputFolder::open(root);
  if (!opened) {
    report_(root, opened.error(), CopyError::failed);
    return false;
  }
  root_ = *std::move(opened);
  assets_.clear();
  folders_.assign(1, "");
  while (!folders_.empty()) {
    const std::string folder = std::move(folders_.back());
    folders_.pop_back();
    list(folder);
  }
  std::sort(assets_.begin(), assets_.end());
  return true;
}

/// Adds the content of the folder at `place`. An unreadable folder is reported, and the others are
/// still read.
void AssetCopy::list(std::string const& place) {
  const auto folder = root_->folder(place);
  const auto listed = !folder ? tl::unexpected(folder.error())
                              : (*folder)->list([&](std::string name, NameType type) {
                                  if (!place.empty()) name = join_path(place, name);
                                  if (type == NameType::folder) {
                                    folders_.push_back(std::move(name));
                                  } else {
                                    assets_.emplace_back(std::move(name), type);
                                  }
                                });
  if (!listed && status_of_(path_of(place) + "/", place) != PathStatus::reported) {
    fail(place, listed.error());
  }
}

void AssetCopy::copy_asset(std::string const& relative, NameType type) {
  const std::string path = path_of(relative);
  if (status_of_(path, relative) != PathStatus::asset) return;
  switch (type) {
    case NameType::file:
    case NameType::folder:
      return copy_file(relative, relative);
    case NameType::link_to_file:
    case NameType::link_to_folder:
      return copy_link(relative, type);
    case NameType::dangling_link:
      return report_(path, "is a link that leads to nothing; not copied", CopyError::left_out);
    case NameType::special:
      return report_(path, "is not a regular file; not copied", CopyError::left_out);
  }
}

void AssetCopy::copy_link(std::string const& relative, NameType type) {
  const auto own = root_->place_of(relative);
  if (!own) return fail(relative, own.error() + "; not copied");
  if (type == NameType::link_to_folder) return copy_folder_link(relative, *own);
  if (status_of_(path_of(relative), *own) == PathStatus::written)
    return copy_page_link(relative, *own);
  copy_file(relative, *own);
}

/// Copies the file at `place`.
void AssetCopy::copy_file(std::string const& relative, std::string const& place) {
  const auto source = root_->file(place);
  if (!source) return fail(relative, source.error());
  const std::string target = output_path_(path_of(relative), relative);
  if (const auto copied = output_.copy(target, *source); !copied) fail(relative, copied.error());
}

/// A page's relative references fit its own path only, so a link to a page is copied as a link.
void AssetCopy::copy_page_link(std::string const& relative, std::string const& page) {
  const fs::path target = link_target(relative, output_path_(path_of(page), page));
  if (const auto made = output_.link(relative, target.native()); !made)
    fail(relative, made.error());
}

/// A link to a folder of the same tree leads to the corresponding folder in the new tree, even if
/// its target leaves the tree and comes back.
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

}  // namespace hrefkit::site
