#include "hrefkit/site/rewrite/moved_files.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// Longer paths are no names of files.
constexpr std::size_t max_moved_path = 4096;

/// The path of a file in the path of a URL; nullopt if no file can have it: a name would be empty,
/// or hold a slash or a null byte.
std::optional<std::string> file_path_in(std::string_view encoded) {
  if (encoded.size() > 3 * max_moved_path) return std::nullopt;
  const std::string path = url::percent_decode(encoded);
  const bool has_slash =
      std::count(path.begin(), path.end(), '/') != std::count(encoded.begin(), encoded.end(), '/');
  const bool is_wrong =
      path.starts_with('/') || path.find("//") != path.npos || path.find('\0') != path.npos;
  if (has_slash || is_wrong || path.size() > max_moved_path) return std::nullopt;
  return path;
}

std::string quoted(std::string_view text) {
  return "'" + std::string(text) + "'";
}

}  // namespace

bool MovedFiles::is_index(std::string_view name) const {
  auto const& index = tree_->options().index;
  return std::find(index.begin(), index.end(), name) != index.end();
}

namespace {

/// An entry for a folder.
struct FolderEntry {
  EntryId folder = no_entry;
  std::string from = {};  ///< as the map has it
  std::string to = {};    ///< with a slash at its end
  std::size_t depth = 0;
};

/// The folder that an entry moves; nullopt for an entry of a page.
std::optional<FolderEntry> folder_entry(Site const& tree, std::string_view from,
                                        std::string_view to) {
  const bool has_stars = from.ends_with("/*") && to.ends_with("/*");
  if (!has_stars && !(from.ends_with('/') && to.ends_with('/'))) return std::nullopt;
  std::string_view folder = from;
  if (has_stars) {
    if (tree.find(from).status == LookupStatus::found) return std::nullopt;
    folder.remove_suffix(1);
    to.remove_suffix(1);
  } else if (tree.find(from).status != LookupStatus::folder) {
    return std::nullopt;
  }
  const auto path = tree.relative_path_of(folder);
  if (!path || path->empty()) return std::nullopt;
  std::string name = *path;
  while (name.ends_with('/')) name.pop_back();
  const EntryId entry = tree.entry(name);
  if (entry == no_entry || !tree.entries().is_folder(entry)) return std::nullopt;
  const auto depth = static_cast<std::size_t>(std::count(name.begin(), name.end(), '/'));
  return FolderEntry{entry, std::string(from), std::string(to), depth};
}

}  // namespace

tl::expected<MovedFiles, std::string> MovedFiles::plan(Site const& tree, std::string new_root,
                                                       UrlMap const& map, FileRules const& rules) {
  MovedFiles moves(tree, std::move(new_root));
  std::vector<FolderEntry> folders;
  for (auto const& [from, to] : map.entries()) {
    if (url::without_query(from).size() != from.size()) continue;
    if (auto folder = folder_entry(tree, from, to)) {
      folders.push_back(*std::move(folder));
      continue;
    }
    const Lookup found = tree.find(from);
    const std::uint32_t page =
        found.status == LookupStatus::found ? tree.page_number(found.entry) : no_entry;
    if (page == no_entry || !tree.is_document(page)) continue;
    const std::string path = tree.path(found.entry);
    if (!rules.is_read(path)) continue;
    if (auto added = moves.add(path, from, to); !added) return tl::unexpected(added.error());
  }
  std::stable_sort(folders.begin(), folders.end(),
                   [](auto const& a, auto const& b) { return a.depth > b.depth; });
  for (FolderEntry const& folder : folders) {
    map.mark_used(folder.from);
    if (auto added = moves.add_folder(folder.folder, folder.to, rules); !added) {
      return tl::unexpected(added.error());
    }
  }
  if (auto checked = moves.check(); !checked) return tl::unexpected(checked.error());
  return moves;
}

/// The path of the site that the URL `to` names, for the file at `path`.
tl::expected<std::string, std::string> MovedFiles::target_path(std::string const& path,
                                                               std::string_view to) const {
  const std::string_view address = url::without_query(to);
  auto target = address.starts_with(new_root_) ? file_path_in(address.substr(new_root_.size()))
                                               : std::nullopt;
  if (target && !url::query_of(to)) return *std::move(target);
  return tl::unexpected(quoted(path) + " would be written to " + std::string(to) +
                        ", which is no file of the site " + new_root_ +
                        ": without the entry, or with --exclude-path, the page stays");
}

/// Adds the file at `path`, with the entry that moves it.
tl::expected<void, std::string> MovedFiles::add(std::string const& path, std::string_view from,
                                                std::string_view to) {
  auto target = target_path(path, to);
  if (!target) return tl::unexpected(target.error());
  std::string moved = *std::move(target);
  const std::string name(name_part(path));
  const std::string_view new_name = name_part(moved);
  const bool names_file = url::percent_decode(name_part(from)) == name;
  if (new_name.empty()) {
    moved += is_index(name) ? name : tree_->options().index.front();
  } else if (!names_file && new_name.find('.') == new_name.npos) {
    moved += is_index(name) ? '/' + name : name.substr(std::min(name.rfind('.'), name.size()));
  }
  return place(path, moved);
}

/// Adds all files in a folder that no other entry moves.
tl::expected<void, std::string> MovedFiles::add_folder(EntryId folder, std::string_view to,
                                                       FileRules const& rules) {
  const std::string old_folder = tree_->path(folder) + '/';
  auto target = target_path(old_folder, to);
  if (!target) return tl::unexpected(target.error());
  std::vector<EntryTable::Range> levels{tree_->entries().children(folder)};
  while (!levels.empty()) {
    EntryTable::Range& level = levels.back();
    if (level.begin == level.end) {
      levels.pop_back();
      continue;
    }
    const EntryId entry = level.begin++;
    if (tree_->entries().is_folder(entry)) {
      levels.push_back(tree_->entries().children(entry));
      continue;
    }
    const std::string path = tree_->path(entry);
    const std::uint32_t page = tree_->page_number(entry);
    const bool is_left_out = page != no_entry && !rules.is_read(path);
    if (is_left_out || paths_.contains(path)) continue;
    auto placed = place(path, *target + path.substr(old_folder.size()));
    if (!placed) return placed;
  }
  folders_.emplace(old_folder, *std::move(target));
  return {};
}

/// Adds the file at `path`, which moves to `moved`.
tl::expected<void, std::string> MovedFiles::place(std::string const& path,
                                                  std::string const& moved) {
  if (moved == path) return {};
  const auto [known, is_new] = paths_.try_emplace(path, moved);
  if (!is_new && known->second != moved) {
    return tl::unexpected(quoted(path) + " would be written to two places: " +
                          quoted(known->second) + " and " + quoted(moved));
  }
  const std::uint32_t page = tree_->page_number(tree_->entry(path));
  if (is_new && page != no_entry && tree_->is_document(page)) {
    ++pages_;
    if (first_.empty()) first_ = path;
  }
  const auto [other, is_free] = olds_.try_emplace(moved, path);
  if (!is_free && other->second != path) {
    return tl::unexpected(quoted(other->second) + " and " + quoted(path) +
                          " would both be written to " + quoted(moved));
  }
  return {};
}

/// Looks for files and folders that are in the way of a moved file.
tl::expected<void, std::string> MovedFiles::check() const {
  for (auto const& old : olds_) {
    std::string const& moved = old.first;
    std::string const& path = old.second;
    const auto collides = [&](std::string const& with) {
      return tl::unexpected(quoted(path) + " would be written to " + quoted(moved) +
                            ", but there is " + quoted(with) +
                            ": move that away as well, or leave one out by --exclude-path");
    };
    const EntryId there = tree_->entry(moved);
    if (there != no_entry && !paths_.contains(moved)) return collides(moved);
    for (std::size_t at = moved.find('/'); at != moved.npos; at = moved.find('/', at + 1)) {
      const std::string folder = moved.substr(0, at);
      const EntryId entry = tree_->entry(folder);
      const bool is_file = entry != no_entry && !tree_->entries().is_folder(entry);
      if ((is_file && !paths_.contains(folder)) || olds_.contains(folder)) return collides(folder);
    }
  }
  return {};
}

std::string const* MovedFiles::new_path(std::string const& path) const {
  const auto found = paths_.find(path);
  return found == paths_.end() ? nullptr : &found->second;
}

std::optional<std::string> MovedFiles::new_url(std::string const& path) const {
  std::string const* const moved = new_path(path);
  if (moved == nullptr) return std::nullopt;
  return new_root_ + url::percent_encode_path(*moved);
}

std::optional<std::string> MovedFiles::apply(std::string_view url) const {
  if (paths_.empty()) return std::nullopt;
  const std::string_view address = url::without_query(url);
  const Lookup found = tree_->find(address);
  if (found.status == LookupStatus::folder && !folders_.empty()) {
    const auto folder = folders_.find(tree_->path(found.entry) + '/');
    if (folder == folders_.end()) return std::nullopt;
    std::string moved = new_root_ + url::percent_encode_path(folder->second);
    if (!address.ends_with('/')) moved.pop_back();
    return moved += url.substr(address.size());
  }
  if (found.status != LookupStatus::found) return std::nullopt;
  const std::string path = tree_->path(found.entry);
  auto moved = new_url(path);
  if (!moved) return std::nullopt;
  const std::string_view name = name_part(*moved);
  const bool names_file = url::percent_decode(name_part(address)) == name_part(path);
  if (!names_file && is_index(name)) moved->resize(moved->size() - name.size());
  return *moved += url.substr(address.size());
}

}  // namespace hrefkit::site
