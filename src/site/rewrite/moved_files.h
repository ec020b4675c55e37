// The pages of a folder that entries of a map (`UrlMap`) move to other paths: an entry for the
// address of a page moves its file, too. An address is that of the file, or one by which a server
// finds it: `docs/` is docs/index.html. A new address without a file name is completed in the same
// way: with "/a/" and "/b/", a/index.html moves to b/index.html. An entry for a folder moves all
// that is in it: "/a/*" and "/b/*", or without the `*` if a folder has no index page. Entries for
// pages in it, and for folders further down, come first.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>

#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

class UrlMap;

/// Const members are thread-safe. What it refers to must outlive it.
class MovedFiles {
 public:
  /// Reads the entries of `map` for the files of `tree` that `rules` read as HTML, XHTML or SVG.
  /// `new_root` is the new URL of the root, ending in '/'. The error is a sentence about two files
  /// that would be at one place, or about one that would leave the site.
  static tl::expected<MovedFiles, std::string> plan(Site const& tree, std::string new_root,
                                                    UrlMap const& map, FileRules const& rules);

  bool empty() const { return paths_.empty(); }
  /// How many pages move.
  std::size_t size() const { return pages_; }

  /// A page that moves.
  std::string const& first() const { return first_; }

  /// The new path of the file at `path`, relative to the root like this; null if it stays.
  std::string const* new_path(std::string const& path) const;

  /// The new URL of the file at `path`; nullopt if it stays.
  std::optional<std::string> new_url(std::string const& path) const;

  /// The new URL for `url`, if it leads to a file that moves: with or without the name of an index
  /// file as before.
  std::optional<std::string> apply(std::string_view url) const;

 private:
  MovedFiles(Site const& tree, std::string new_root)
      : tree_(&tree), new_root_(std::move(new_root)) {}

  tl::expected<void, std::string> add(std::string const& path, std::string_view from,
                                      std::string_view to);
  tl::expected<void, std::string> place(std::string const& path, std::string const& moved);
  tl::expected<void, std::string> add_folder(EntryId folder, std::string_view to,
                                             FileRules const& rules);
  tl::expected<std::string, std::string> target_path(std::string const& path,
                                                     std::string_view to) const;
  tl::expected<void, std::string> check() const;
  bool is_index(std::string_view name) const;

  Site const* tree_;
  std::string new_root_;
  std::unordered_map<std::string, std::string, text::SeededHasher> paths_;  // new by old
  std::map<std::string, std::string> olds_;                                 // old by new
  std::map<std::string, std::string> folders_;  // new by old, with their slashes
  std::string first_;
  std::size_t pages_ = 0;
};

}  // namespace hrefkit::site
