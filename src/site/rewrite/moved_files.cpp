#include "hrefkit/site/rewrite/moved_files.h"

#include <algorithm>
#include <cstdint>

#include "hrefkit/site/path_parts.h"
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

tl::expected<MovedFiles, std::string> MovedFiles::plan(Site const& tree, std::string new_root,
                                                       UrlMap const& map, FileRules const& rules) {
  MovedFiles moves(tree, std::move(new_root));
  for (auto const& [from, to] : map.entries()) {
    if (url::without_query(from).size() != from.size()) continue;
    const Lookup found = tree.find(from);
    const std::uint32_t page =
        found.status == LookupStatus::found ? tree.page_number(found.entry) : no_entry;
    if (page == no_entry || !tree.is_document(page)) continue;
    const std::string path = tree.path(found.entry);
    if (!rules.is_read(path)) continue;
    if (auto added = moves.add(path, from, to); !added) return tl::unexpected(added.error());
  }
  if (auto checked = moves.check(); !checked) return tl::unexpected(checked.error());
  return moves;
}

/// Adds the file at `path`, with the entry that moves it.
tl::expected<void, std::string> MovedFiles::add(std::string const& path, std::string_view from,
                                                std::string_view to) {
  const std::string_view address = url::without_query(to);
  const auto target = address.starts_with(new_root_)
                          ? file_path_in(address.substr(new_root_.size()))
                          : std::nullopt;
  if (!target || url::query_of(to)) {
    return tl::unexpected(quoted(path) + " would be written to " + std::string(to) +
                          ", which is no file of the site " + new_root_ +
                          ": without the entry, or with --exclude-path, the page stays");
  }
  std::string moved = *target;
  const std::string name(name_part(path));
  const std::string_view new_name = name_part(moved);
  const bool names_file = url::percent_decode(name_part(from)) == name;
  if (new_name.empty()) {
    moved += is_index(name) ? name : tree_->options().index.front();
  } else if (!names_file && new_name.find('.') == new_name.npos) {
    moved += is_index(name) ? '/' + name : name.substr(std::min(name.rfind('.'), name.size()));
  }
  if (moved == path) return {};
  const auto [known, is_new] = paths_.try_emplace(path, moved);
  if (!is_new && known->second != moved) {
    return tl::unexpected(quoted(path) + " would be written to two places: " +
                          quoted(known->second) + " and " + quoted(moved));
  }
  if (first_.empty()) first_ = path;
  const auto [other, is_free] = olds_.try_emplace(moved, path);
  if (!is_free && other->second != path) {
    return tl::unexpected(quoted(other->second) + " and " + quoted(path) +
                          " would both be written to " + quoted(moved));
  }
  return {};
}

/// Looks for files and folders that are in the way of a moved file.
tl::expected<void, std::string> MovedFiles::check() const {
  for (auto const& [moved, path] : olds_) {
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
