// The pages of a folder, one at a time, in a stable order.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/input_folder.h"

namespace hrefkit::site {

/// A path that is passed over, and why.
struct InputError {
  enum class Kind : std::uint8_t {
    unreadable,  ///< it cannot be read
    no_address,  ///< it lies outside of the folder that a site's address stands for
    empty,       ///< a folder without pages
    loop,        ///< a link that leads back into a folder that holds it
    outside,     ///< a link that leads out of the folder that is walked
    elsewhere,   ///< a link to what is read under another name
    dangling,    ///< a link that leads to nothing
    lock_file,   ///< an editor's mark that somebody works on a page
    unknown,     ///< a file of a type that nobody names
    hidden,      ///< a page or a folder whose name begins with a dot
    excluded,    ///< a page or a folder that the user does not want
  };
  Kind kind;
  std::string path;  ///< as it is shown; a folder's ends in '/'
  std::string why;   ///< a phrase for people
};
using Trouble [[deprecated("use InputError")]] = InputError;

/// How a folder is walked.
struct WalkOptions {
  bool follow_outside = false;  ///< follow links that lead out of the folder
  FileRules files = {};         ///< which files are read
  std::string avoided = {};     ///< a folder of which nothing is read, also through links
};

/// A page that a walk found.
struct WalkedPage {
  std::string path;  ///< relative to the walk's root, with `/` between names
  /// Where it is opened: at `place` below this folder. That is the walk's root, also for what a
  /// link led to in it, or a folder outside to which a link was followed.
  std::shared_ptr<InputFolder const> folder;
  std::string place;
};

/// True when a walk of `folder` reads `file`, which need not exist yet, without following links.
/// False when `folder` is not a folder.
bool is_walked(std::string const& file, std::string const& folder, FileRules const& files = {});

/// Walks a folder for pages, depth first, the entries of each folder sorted by the bytes of their
/// names.
///
/// What the rules pass over is a trouble, save for files that hold no links, which are as if they
/// were not there. Each folder is visited once, and each page is read at its own place: a symbolic
/// link to what the walk reads anyway gives nothing but an `elsewhere` or `loop` trouble. A link to
/// a file of the folder whose own name is not a page's is read under the link's name, once. A link
/// that leads out of the folder is an `outside` trouble; with `follow_outside` it is followed, and
/// what it leads to is read once, under the first name in the walk's order. A file with several
/// hard links has several places, and is read at each.
///
/// Holds the names in the open folders, and the device and inode of each folder that was visited.
class Walk {
 public:
  using Step = std::variant<WalkedPage, InputError>;

  /// Starts at `root`.
  explicit Walk(std::string root, WalkOptions options = {});

  /// The next page, or what could not be read; nothing at the end.
  std::optional<Step> next();

 private:
  using Identity = OpenFolder::Identity;
  using Folder = std::shared_ptr<InputFolder const>;
  struct Entry {
    std::string name;
    NameType type;
    FileFate fate = FileFate::read;
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
  InputError avoided(std::string relative) const;
  InputError passed_over(std::string relative, FileFate fate) const;
  bool is_new_page(std::string const& relative, FoundBy found_by);
  bool is_open(Identity const& identity) const;
  bool is_avoided(std::string const& relative, bool is_outside) const;
  InputError not_followed(std::string relative, Identity const& identity) const;
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
