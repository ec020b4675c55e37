// The nearest existing path or id for one that is missing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// Why a path is suggested.
enum class Nearness : std::uint8_t {
  letter_case,    ///< differs in letter case only
  normalization,  ///< differs in Unicode normalization, and perhaps in letter case
  extension,      ///< the same with an extension that the site could be served with
  spelling,       ///< the nearest by edit distance
  elsewhere,      ///< a file of that name in another folder
};

struct PathSuggestion {
  std::string path;  ///< below the root
  Nearness nearness = Nearness::spelling;
};

/// Where redirects lead that end at no file.
struct RedirectEnd {
  std::string path;  ///< below the root, or as it was asked for where it is not
  std::optional<PathSuggestion> suggestion = {};
};

/// An entry, and one of its paths.
struct FoldedPath {
  EntryId entry = no_entry;
  std::string path = {};
};

/// The site's names, found without regard to letter case and Unicode normalization. Made when the
/// first path is missing.
class FoldedNames {
 public:
  explicit FoldedNames(Site const& site);

  /// What has the path `path` except for letter case and normalization. Links are spelled as they
  /// are called; the entry is what they lead to.
  FoldedPath find(std::string_view path) const;

  /// The same for the name `name` in a folder that `find` gave.
  FoldedPath find_in(FoldedPath const& folder, std::string_view name) const;

  /// As `find`, and whether a name on the way has neighbours that are the same to it.
  struct Only {
    FoldedPath found = {};
    bool is_shared = false;
  };
  Only find_only(std::string_view path) const;

  /// The only file of that name, wherever it is.
  EntryId find_anywhere(std::string_view name) const;

  /// The endings ".html" of the site's option `extensions`, but those that no name has, whatever
  /// its letter case; none where no name in `folder` is `stem` with one of them.
  std::span<std::string const> endings(EntryId folder, std::string_view stem) const;

 private:
  void build() const;
  void find_endings() const;
  EntryId near(EntryId folder, std::string_view name) const;

  Site const& site_;
  std::uint64_t seed_;
  mutable std::once_flag once_;
  mutable std::vector<EntryId> by_place_;              // hash table: folder and folded name
  mutable std::unordered_set<EntryId> shared_places_;  // the first of those that differ in case
  mutable std::vector<EntryId> by_name_;               // hash table: folded name
  mutable std::unordered_set<EntryId> shared_names_;   // that others have, too
  mutable std::vector<std::string> endings_;
  mutable std::unordered_set<std::uint64_t> stems_;  // hashes of folder and folded name before them
};

/// Finds suggestions. One for each thread.
class Suggestions {
 public:
  Suggestions(Site const& site, FoldedNames const& names) : site_(site), names_(names) {}

  /// For a path below the root that is missing, or a folder without an index.
  std::optional<PathSuggestion> for_path(std::string const& path);

  /// The path below the root, when a link to `url` on the own host would be right with the site's
  /// prefix before it.
  std::optional<std::string> inside_site(std::string_view url) const;

  /// For the path, percent-encoded, at which redirects end.
  RedirectEnd for_redirect_end(std::string path);

  /// For an id that page `page` does not have. `source` is the page that asks: at most
  /// `max_pages_read` other pages are read for one page's suggestions, and a bounded number of ids
  /// is compared; after that only letter case may differ.
  std::optional<std::string> for_id(std::uint32_t page, std::string_view id, std::uint32_t source);

  /// Appends those of the ids and names of a page that count for suggestions.
  static void append_ids(std::vector<std::string>& ids, std::span<html::Anchor const> anchors);

  /// Takes the ids of a page, so that it need not be read for them.
  void set_ids(PageFile const& page, std::vector<std::string> ids);

 private:
  static constexpr std::size_t max_pages_read = 8;

  /// A file that a path goes through, and the path without the file's name: what "page.html/x"
  /// means where "x" was to stand beside the page.
  struct FileInPath {
    std::string_view path;
    std::string beside;
  };

  std::optional<PathSuggestion> find_path(std::string const& path);
  std::optional<PathSuggestion> by_folded_index(FoldedPath const& folder) const;
  std::optional<PathSuggestion> by_page_extension(std::string const& path, bool has_slash) const;
  std::optional<PathSuggestion> by_other_extension(FoldedPath const& folder,
                                                   std::string_view name) const;
  std::optional<PathSuggestion> by_name_alone(std::string_view path) const;
  std::optional<FileInPath> find_file_in(std::string_view path) const;
  std::optional<PathSuggestion> by_folded_name(FoldedPath found, std::string_view path) const;
  std::optional<PathSuggestion> nearest_in_folders(std::string const& path);
  EntryId nearest_child(EntryId folder, std::string_view name) const;
  std::vector<std::string> const* ids_of(std::uint32_t page, std::uint32_t source);
  std::vector<std::string> read_ids(std::uint32_t page);

  Site const& site_;
  FoldedNames const& names_;
  std::unordered_map<std::string, std::optional<PathSuggestion>, text::SeededHasher> known_paths_;
  std::size_t known_bytes_ = 0;
  std::map<std::uint32_t, std::vector<std::string>> known_ids_;  // of a few pages
  std::uint32_t source_ = no_entry;
  std::size_t ids_left_ = 0;       // that may still be compared for `source_`
  std::set<std::uint32_t> asked_;  // pages whose ids `source_` was helped with
  PageFile page_;
  html::LinkFinder finder_;
};

}  // namespace hrefkit::site
