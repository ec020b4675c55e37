#include "hrefkit/site/snapshot/site_reader.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <utility>

#include "hrefkit/site/file_type.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"

namespace hrefkit::site {

namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

/// A link whose target is looked up when all names are known.
struct Link {
  EntryId entry = no_entry;
  std::string target;  // canonical path of a file or folder
  bool is_folder = false;
};

using Identity = std::pair<std::uintmax_t, std::uintmax_t>;  // device and inode

/// What the listing of one folder came to.
struct Listing {
  std::vector<EntryTable::Child> children;
  std::map<std::string, Link> links;  // by the child's name
  int error = 0;
};

class NameReader {
 public:
  NameReader(SiteOptions const& options, SiteReport const& report)
      : options_(options), report_(report) {}

  tl::expected<SiteNames, std::string> read() {
    auto root = real_path(options_.root);
    if (!root) return tl::unexpected(options_.root + ": " + root.error());
    root_ = *std::move(root);
    Listing listing = list(root_, false);
    if (listing.error != 0) {
      return tl::unexpected(options_.root + ": " + std::strerror(listing.error));
    }
    read_below(add(0, std::move(listing)), root_, false);
    choose_pages();
    resolve_links();
    return std::move(names_);
  }

 private:
  EntryTable& table() { return *names_.table; }

  void say(std::string const& path, std::string const& what) const {
    if (report_) report_(path, what);
  }

  bool is_within_root(std::string const& path) const {
    return root_ == "/" || path == root_ || (path.starts_with(root_) && path[root_.size()] == '/');
  }

  /// The names in one folder, sorted.
  Listing list(std::string const& path, bool outside) {
    Listing listing;
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir(path.c_str()));
    if (!folder) {
      listing.error = errno;
      return listing;
    }
    errno = 0;
    while (dirent const* entry = ::readdir(folder.get())) {
      const std::string name = entry->d_name;
      if (name != "." && name != "..") list_name(path, name, entry->d_type, outside, listing);
      errno = 0;
    }
    listing.error = errno;
    std::sort(listing.children.begin(), listing.children.end(),
              [](auto const& a, auto const& b) { return a.name < b.name; });
    return listing;
  }

  void list_name(std::string const& folder, std::string const& name, unsigned char type,
                 bool outside, Listing& listing) {
    const std::string path = join_path(folder, name);
    struct stat status {};
    if (type != DT_REG && type != DT_DIR && ::lstat(path.c_str(), &status) != 0) return;
    if (type == DT_REG || S_ISREG(status.st_mode)) {
      listing.children.push_back({name, EntryKind::file, outside});
    } else if (type == DT_DIR || S_ISDIR(status.st_mode)) {
      listing.children.push_back({name, EntryKind::folder, outside});
    } else if (S_ISLNK(status.st_mode)) {
      list_link(path, name, listing);
    }  // a socket, a pipe or a device is not served
  }

  /// A link to a file outside is that file; one to a folder, or to what is inside, waits until all
  /// names are known. A link that leads nowhere is not there.
  void list_link(std::string const& path, std::string const& name, Listing& listing) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return;
    const bool is_folder = S_ISDIR(status.st_mode);
    if (!is_folder && !S_ISREG(status.st_mode)) return;
    auto target = real_path(path);
    if (!target) return;
    if (!is_folder && !is_within_root(*target)) {
      listing.children.push_back({name, EntryKind::file, true});
      return;
    }
    listing.children.push_back({name, EntryKind::alias, false});
    listing.links[name] = {no_entry, *std::move(target), is_folder};
  }

  /// Puts the names into the table and remembers the links.
  EntryTable::Range add(EntryId folder, Listing listing) {
    const EntryId first = table().add_listing(folder, listing.children);
    const EntryTable::Range range = table().children(folder);
    if (listing.links.empty()) return range;
    for (EntryId id = first; id < range.end; ++id) {
      const auto link = listing.links.find(std::string(table().name(id)));
      if (link == listing.links.end()) continue;
      link->second.entry = id;
      links_.push_back(std::move(link->second));
    }
    return range;
  }

  /// Lists all folders below, depth first, without following links.
  void read_below(EntryTable::Range top, std::string const& top_path, bool outside) {
    struct Level {
      EntryId next;
      EntryId end;
      std::string path;
    };
    std::vector<Level> levels{{top.begin, top.end, top_path}};
    while (!levels.empty()) {
      Level& level = levels.back();
      if (level.next == level.end) {
        levels.pop_back();
        continue;
      }
      const EntryId id = level.next++;
      if (!table().is_folder(id)) continue;
      std::string path = join_path(level.path, table().name(id));
      const EntryTable::Range children = read_folder(id, path, outside);
      levels.push_back({children.begin, children.end, std::move(path)});
    }
  }

  EntryTable::Range read_folder(EntryId id, std::string const& path, bool outside) {
    if (outside && outside_names_ >= most_outside_names) {
      table().mark_unlisted(id);
      return {};
    }
    Listing listing = list(path, outside);
    if (outside) outside_names_ += listing.children.size();
    if (listing.error != 0) {
      say(path, std::strerror(listing.error));
      table().mark_unlisted(id);
    }
    return add(id, std::move(listing));
  }

  void resolve_links() {
    // Listing a folder outside of the root may find more links.
    while (!links_.empty()) {
      const Link link = std::move(links_.front());
      links_.pop_front();
      if (is_within_root(link.target)) {
        table().set_target(link.entry, inside(link.target));
      } else {
        resolve_outside(link);
      }
    }
  }

  EntryId inside(std::string const& target) const {
    EntryId id = 0;
    std::size_t at = std::min(root_ == "/" ? 1 : root_.size() + 1, target.size());
    while (at < target.size() && id != no_entry) {
      const std::size_t end = std::min(target.find('/', at), target.size());
      id = names_.table->find(id, std::string_view(target).substr(at, end - at));
      at = end + 1;
    }
    return id;
  }

  void resolve_outside(Link const& link) {
    struct stat status {};
    if (::stat(link.target.c_str(), &status) != 0) return;
    const Identity identity{status.st_dev, status.st_ino};
    if (const auto known = outside_.find(identity); known != outside_.end()) {
      table().set_target(link.entry, known->second);
      return;
    }
    table().make_folder(link.entry);
    outside_[identity] = link.entry;
    read_below(read_folder(link.entry, link.target, true), link.target, true);
  }

  bool is_page(EntryId id) {
    Entry const& entry = table()[id];
    const std::string name(table().name(id));
    if (entry.kind != EntryKind::file || entry.outside || !is_page_name(name)) return false;
    return !options_.is_wanted || options_.is_wanted(table().path(id));
  }

  /// Numbers the pages depth first, which is the order of a walk.
  void choose_pages() {
    std::vector<EntryTable::Range> levels{table().children(0)};
    while (!levels.empty()) {
      EntryTable::Range& level = levels.back();
      if (level.begin == level.end) {
        levels.pop_back();
        continue;
      }
      const EntryId id = level.begin++;
      if (table().name(id).starts_with('.') && !options_.hidden) continue;
      if (table().is_folder(id)) {
        levels.push_back(table().children(id));
      } else if (is_page(id)) {
        table().set_page(id, static_cast<std::uint32_t>(names_.pages.size()));
        names_.pages.push_back(id);
      }
    }
  }

  SiteOptions const& options_;
  SiteReport const& report_;
  std::string root_;
  SiteNames names_{std::make_unique<EntryTable>(), {}};
  std::deque<Link> links_;
  std::map<Identity, EntryId> outside_;
  std::size_t outside_names_ = 0;
};

}  // namespace

tl::expected<SiteNames, std::string> read_names(SiteOptions const& options,
                                                SiteReport const& report) {
  return NameReader(options, report).read();
}

}  // namespace hrefkit::site
