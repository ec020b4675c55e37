// The names of a site's files and folders, found by folder and name.
//
// Entries are numbers in one flat array of 8 bytes each; names stand one after the other in one
// string. The children of a folder are neighbours, sorted by the bytes of their names: so a name
// ends where the next one begins, and the folder of an entry is found among the runs of children.
// Each folder has a hash table of its own, of numbers of 32 bits, in one array with the others:
// most links lead to files of few folders, whose parts of all this stay in the processor's caches.
// A file costs 14 bytes, and its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/site/site.h"

namespace hrefkit::site {

enum class EntryKind : std::uint8_t {
  file,
  folder,
  alias,  ///< a symbolic link to another entry
};

/// One name in one folder.
struct Entry {
  std::uint32_t target = no_entry;  ///< file: page number; folder: its listing; alias: the entry
  EntryKind kind = EntryKind::file;
  bool outside = false;  ///< reached by a link that leads out of the root
};

/// All names of a site. Entry 0 is the root.
class EntryTable {
 public:
  EntryTable();

  /// A child for `add_listing`.
  struct Child {
    std::string_view name;
    EntryKind kind = EntryKind::file;
    bool outside = false;
  };

  /// Adds the children of `folder`, which has none yet, and returns the number of the first.
  /// `children` are sorted by name.
  EntryId add_listing(EntryId folder, std::span<Child const> children);

  /// Marks a folder whose names are not known.
  void mark_unlisted(EntryId folder);
  bool is_unlisted(EntryId folder) const;

  /// Says what an alias leads to.
  void set_target(EntryId alias, EntryId target) { entries_[alias].target = target & no_target; }
  /// Makes an alias a folder of its own, outside of the root.
  void make_folder(EntryId alias);
  /// Makes an alias a file or a folder of its own that holds what `source` holds: another address
  /// of it. A folder gets its children by `add_copies`.
  void make_copy(EntryId alias, EntryId source);
  /// Adds an alias for each child of the folder of which `copy` is a copy, and returns the number
  /// of the first. The aliases lead to nothing yet.
  EntryId add_copies(EntryId copy);
  /// The entry whose bytes or children an entry has: itself, unless it is a copy.
  EntryId source(EntryId id) const { return copies_.empty() ? id : find_source(id); }
  bool has_copies() const { return !copies_.empty(); }

  void set_page(EntryId file, std::uint32_t page) { entries_[file].target = page & no_target; }

  /// The entry of that name in `folder`, aliases followed; or `no_entry`.
  EntryId find(EntryId folder, std::string_view name) const;

  /// True where `folder` has a child whose name begins with `start`.
  bool has_name_from(EntryId folder, std::string_view start) const;

  std::size_t size() const { return entries_.size(); }
  Entry operator[](EntryId id) const {
    Packed const& entry = entries_[id];
    return {entry.target == no_target ? no_entry : entry.target, kind(id), entry.outside != 0};
  }
  std::string_view name(EntryId id) const;
  bool is_folder(EntryId id) const { return kind(id) == EntryKind::folder; }

  /// The folder that an entry is in; `no_entry` for the root.
  EntryId parent(EntryId id) const;

  /// The children of a folder: numbers from `begin` up to `end`.
  struct Range {
    EntryId begin = 0;
    EntryId end = 0;

    bool contains(EntryId id) const { return id >= begin && id < end; }
  };
  /// Empty for what is no folder.
  Range children(EntryId folder) const;

  /// The path of an entry below the root, with '/' between names; empty for the root.
  std::string path(EntryId id) const;

 private:
  struct Listing {
    EntryId first = 0;
    std::uint32_t count = 0;
    std::uint32_t slots = 0;  // where its hash table begins
    bool unlisted = false;
  };

  // The names of a table take less than 4 GiB: there are no more entries than fit here.
  static constexpr std::uint32_t no_target = (1U << 29U) - 1;

  struct Packed {
    std::uint32_t name;  // where it begins
    std::uint32_t target : 29;
    std::uint32_t kind : 2;
    std::uint32_t outside : 1;
  };

  /// A folder with children.
  struct Run {
    EntryId first;
    EntryId folder;
  };

  struct Search;

  EntryId find_source(EntryId id) const;
  EntryKind kind(EntryId id) const { return static_cast<EntryKind>(entries_[id].kind); }
  std::uint32_t add_folder_listing();
  void add(EntryKind kind, bool outside, std::uint32_t target);
  void make_room(std::span<Child const> children);

  std::vector<Packed> entries_;
  std::vector<Listing> listings_;
  std::vector<Run> runs_;  // by their first children
  std::string names_;
  // Of each folder with children: the number of a child in the low bits, and bits of the hash of
  // its name in the others; `no_entry` where no child is.
  std::vector<std::uint32_t> slots_;
  std::unordered_map<EntryId, EntryId> copies_;  // and their sources, which are no copies
  std::uint64_t seed_;
};

/// What an entry is, or leads to.
inline EntryId led_to(EntryTable const& entries, EntryId id) {
  return id != no_entry && entries[id].kind == EntryKind::alias ? entries[id].target : id;
}

// The names in a URL's path, percent-decoded one by one.
//
//   PathNames names("/a%20b/c.html");
//   while (names.next()) use(names.name());   // "a b", "c.html"

/// Walks over the names of a path from its first slash on. Names between two slashes that follow
/// each other are left out, as file systems do.
class PathNames {
 public:
  /// `path` begins with '/' (or is empty) and must outlive this.
  explicit PathNames(std::string_view path) : rest_(path) {}

  /// Goes to the next name; false at the end.
  bool next();

  /// The current name, decoded once. Valid until the next call.
  std::string_view name() const { return name_; }

  /// The current name as it is written. Lives as long as the path.
  std::string_view written() const { return written_; }

  /// False when no file can have the current name: it holds a decoded '/' or a NUL.
  bool is_possible() const;

  /// What was not walked over yet, from its slash on.
  std::string_view rest() const { return rest_; }

  /// True when the path goes on with a slash after the current name.
  bool has_slash() const { return !rest_.empty(); }

  /// True when no name follows the current one.
  bool is_last() const { return rest_.find_first_not_of('/') == std::string_view::npos; }

 private:
  std::string_view rest_;
  std::string_view written_;
  std::string_view name_;
  std::string decoded_;
};

}  // namespace hrefkit::site
