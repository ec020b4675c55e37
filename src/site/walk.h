// The pages of a folder, one at a time, in a stable order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/input_folder.h"

namespace hrefkit::site {

/// A path that is skipped, and why.
struct InputError {
  enum class Kind : std::uint8_t {
    unreadable,  ///< it cannot be read
    no_address,  ///< it is outside of the folder of the site's address
    empty,       ///< a folder without pages
    loop,        ///< a link that leads back into a folder that holds it
    outside,     ///< a link that leads out of the folder that is walked
    elsewhere,   ///< a link to a page that is read under another name
    dangling,    ///< a link that leads to nothing
    lock_file,   ///< the lock file of an editor
    unknown,     ///< a file of an unknown type
    hidden,      ///< a page or a folder whose name begins with a dot
    excluded,    ///< a page or a folder that the user excluded
  };
  Kind kind;
  std::string path;  ///< as shown to users; a folder's ends in '/'
  std::string why;   ///< a phrase for users
};

/// Options of a walk.
struct WalkOptions {
  bool follow_outside = false;  ///< follow links that lead out of the folder
  FileRules files = {};         ///< which files are read
  std::string avoided = {};     ///< a folder that is not read, not even through links
};

/// A page that a walk found.
struct WalkedPage {
  std::string path;  ///< relative to the walk's root, with `/` between names
  /// The folder from which it is opened, by `place`: the walk's root, also for a page that a link
  /// in it led to, or a folder outside to which a link was followed.
  std::shared_ptr<InputFolder const> folder;
  std::string place;
};

/// True when a walk of `folder` reads `file`, which need not exist yet, without following links.
/// False when `folder` is not a folder.
bool is_walked(std::string const& file, std::string const& folder, FileRules const& files = {});

/// Walks a folder for pages, depth first, the entries of each folder sorted by the bytes of their
/// names.
///
/// A path that the rules skip is an error, except for files that hold no links, which are ignored.
/// Each folder is visited once, and each page is read at its own place: a symbolic link to a page
/// or folder that the walk reads anyway is only an `elsewhere` or `loop` error. A link to a file of
/// the folder whose own name is not a page's is read under the link's name, once. A link that leads
/// out of the folder is an `outside` error; with `follow_outside` it is followed, and its target is
/// read once, under the first name in the walk's order. A file with several hard links has several
/// places, and is read at each.
///
/// Memory: the names in the open folders, and the device and inode of each folder that was visited.
class Walk {
 public:
  using Step = std::variant<WalkedPage, InputError>;

  /// Starts at `root`.
  explicit Walk(std::string root, WalkOptions options = {});

  /// The next page, or a path that is not read; nullopt at the end.
  std::optional<Step> next();

 private:
  using Identity = OpenFolder::Identity;
  using Folder = std::shared_ptr<InputFolder const>;
  struct Entry {
    std::string name;
    NameType type;
    FileStatus status = FileStatus::read;
  };
  struct Level {
    std::string prefix;  // relative path of the folder, ending in '/' unless empty
    Folder folder;       // it is opened at `place` below this one
    std::string place;   // ending in '/' unless empty
    Identity identity;
    bool is_outside;             // reached through a link that leads out of the root
    std::vector<Entry> entries;  // sorted, last first
  };
  enum class FoundBy : std::uint8_t { place, link };

  std::optional<Step> visit(Entry const& entry);
  std::optional<Step> visit_link(std::string relative, bool is_folder);
  std::optional<Step> visit_inside(std::string relative, bool is_folder,
                                   std::string const& below_root);
  std::optional<Step> visit_outside(std::string relative, bool is_folder,
                                    std::string const& target);
  std::optional<Step> open_root();
  std::optional<Step> open(std::string prefix, Folder folder, std::string place, bool is_outside);
  std::optional<Step> read_entries(Level& level, OpenFolder const& folder);
  std::optional<Entry> entry_of(std::string const& prefix, std::string name, NameType type) const;
  InputError unreadable(std::string const& relative, std::string why) const;
  InputError avoided(std::string const& relative) const;
  InputError passed_over(std::string const& relative, FileStatus status) const;
  bool is_new_page(std::string const& relative, FoundBy found_by);
  bool is_open(Identity const& identity) const;
  bool is_avoided(std::string const& relative, bool is_outside) const;
  InputError not_followed(std::string const& relative, Identity const& identity) const;
  std::string path_of(std::string const& relative) const;

  std::string root_;
  WalkOptions options_;
  std::string real_root_;     // without links
  std::string real_avoided_;  // the same; empty: none
  bool started_ = false;
  Folder root_folder_;
  std::vector<Level> levels_;
  std::set<Identity> folders_;         // that were visited
  std::map<Identity, FoundBy> pages_;  // read through a link, or outside of the root
};

}  // namespace hrefkit::site
