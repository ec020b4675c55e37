#include "hrefkit/site/snapshot/site_reader.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"
#include "hrefkit/text/string_arena.h"

namespace hrefkit::site {

namespace {

/// A link whose target is looked up when all names are known.
struct Link {
  EntryId entry = no_entry;
  std::string target;  // canonical path of a file or folder
  bool is_folder = false;
  bool is_outside_file = false;  // it is known already: a file outside of the root
};

/// What a symbolic link names.
std::string link_text(std::string const& path) {
  boost::system::error_code error;
  const auto target = boost::filesystem::read_symlink(path, error);
  return error ? "nothing" : target.native();
}

/// What the listing of one folder came to. Its names are valid until the next one is listed.
struct Listing {
  std::vector<EntryTable::Child> children;
  std::map<std::string, Link> links;  // by the child's name
  /// Links to nothing, which are no children, and what they name.
  std::vector<std::pair<std::string, std::string>> dangling;
  std::optional<std::string> error = {};
};

/// A folder whose tree is listed: the root, a mount, or one outside to which a link leads.
struct Tree {
  std::shared_ptr<InputFolder const> folder = {};
  std::string path = {};  // without links
  bool is_outside = false;
  std::string mount = {};  // where it lies below the root
};

/// The path of a mount without slashes around it and empty names; nothing for what leads elsewhere.
std::optional<std::string> mount_path(std::string_view given) {
  std::string path;
  for (PathNames names(given); names.next();) {
    if (!names.is_possible()) return std::nullopt;
    if (!path.empty()) path += '/';
    path += names.name();
  }
  if (path.empty()) return std::nullopt;
  return path;
}

/// Gives each page behind a symbolic link an entry at each of its addresses.
///
/// An alias to a page becomes a file of its own, and an alias to a folder with pages a folder of
/// its own, whose children are aliases to those of the folder, and become entries in turn. All else
/// stays an alias: it is a target like what it leads to. A folder is entered once on a path, so
/// loops end; folders that lead to each other could still have more addresses than there are atoms,
/// so each entry has at most `max_addresses`, and all files together four for each, and 10,000.
/// Shorter addresses come first.
class AddressReader {
 public:
  AddressReader(SiteOptions const& options, SiteNames& names)
      : options_(options), names_(names), table_(*names.table) {}

  void run() {
    const auto size = static_cast<EntryId>(table_.size());
    for (EntryId id = 1; id < size; ++id) {
      const Entry entry = table_[id];
      if (entry.kind == EntryKind::file) room_ += 3;
      if (entry.kind == EntryKind::alias && entry.target != no_entry) {
        aliases_[table_.source(entry.target)].push_back(id);
      }
    }
    for (EntryId id = 1; id < size; ++id) {
      const Entry entry = table_[id];
      const EntryId led_to = entry.kind == EntryKind::alias ? entry.target : id;
      if (led_to != no_entry && is_page(id, led_to)) mark_pages_around(id);
    }
    for (EntryId id = 1; id < size; ++id) {
      const Entry entry = table_[id];
      if (entry.kind == EntryKind::alias) settle(id, entry.target, 1);
    }
    while (!waiting_.empty()) {
      const EntryId alias = waiting_.front();
      waiting_.pop_front();
      enter(alias);
    }
    report(too_often_,
           "what it leads to is read at " + std::to_string(max_addresses) + " addresses already");
    report(too_many_, "symbolic links give the files too many addresses");
  }

 private:
  /// Links that are not followed.
  struct Refused {
    EntryId first = no_entry;
    std::size_t count = 0;
  };

  void report(Refused const& refused, std::string const& why) {
    if (refused.count == 0) return;
    std::string text = "is not followed: " + why;
    if (refused.count > 1) {
      text += "; nor are others, which makes " + std::to_string(refused.count) + " links";
    }
    names_.unread_links.emplace_back(refused.first, std::move(text));
  }

  /// True for what is a page by the name of `id`, if it leads to the file `led_to`.
  bool is_page(EntryId id, EntryId led_to) const {
    if (table_.is_folder(led_to)) return false;
    if (table_[led_to].outside && !options_.follow_outside) return false;
    const std::string_view name = table_.name(id);
    return url_list_named(name, table_.parent(id) == 0) != UrlList::none ||
           options_.files.is_page(name);
  }

  /// Marks the folders around `id`, and those around the links that lead to them.
  void mark_pages_around(EntryId id) {
    std::vector<EntryId> left{id};
    while (!left.empty()) {
      EntryId folder = table_.parent(left.back());
      left.pop_back();
      for (; folder != no_entry && has_pages_.insert(folder).second;
           folder = table_.parent(folder)) {
        const auto links = aliases_.find(folder);
        if (links == aliases_.end()) continue;
        left.insert(left.end(), links->second.begin(), links->second.end());
      }
    }
  }

  /// Says what the alias `id` leads to, and makes it an entry of its own where that is a page, or
  /// later, where it is a folder with pages. `files` is what that takes of the room.
  void settle(EntryId id, EntryId led_to, std::size_t files) {
    if (led_to == no_entry) return;
    const EntryId source = table_.source(led_to);
    table_.set_target(id, led_to);
    if (table_.is_folder(source)) {
      if (has_pages_.contains(source)) waiting_.push_back(id);
    } else if (is_page(id, source) && has_room(id, source, files)) {
      table_.make_copy(id, source);
    }
  }

  /// True where the folder `source` is on the way to `id`.
  bool is_around(EntryId source, EntryId id) const {
    while (id != 0 && id != no_entry) {
      id = table_.parent(id);
      if (id != no_entry && table_.source(id) == source) return true;
    }
    return false;
  }

  void enter(EntryId alias) {
    const EntryId source = table_.source(table_[alias].target);
    const EntryTable::Range children = table_.children(source);
    std::size_t files = 0;
    for (EntryId child = children.begin; child < children.end; ++child) {
      if (table_[child].kind == EntryKind::file) ++files;
    }
    if (is_around(source, alias) || !has_room(alias, source, files)) return;
    table_.make_copy(alias, source);
    EntryId copy = table_.add_copies(alias);
    for (EntryId child = children.begin; child < children.end; ++child, ++copy) {
      const Entry entry = table_[child];
      settle(copy, entry.kind == EntryKind::alias ? entry.target : child, 0);
    }
  }

  /// Takes the room for one more address of `source`, which adds addresses to so many files; false
  /// where there is none.
  bool has_room(EntryId id, EntryId source, std::size_t files) {
    std::size_t& addresses = addresses_[source];
    const bool has_addresses = addresses + 1 < max_addresses;  // with the real one
    if (has_addresses && files <= room_) {
      ++addresses;
      room_ -= files;
      return true;
    }
    Refused& refused = has_addresses ? too_many_ : too_often_;
    if (refused.count++ == 0) refused.first = id;
    return false;
  }

  SiteOptions const& options_;
  SiteNames& names_;
  EntryTable& table_;
  std::size_t room_ = 10'000;  // for addresses of files besides their own
  std::unordered_map<EntryId, std::vector<EntryId>> aliases_;  // by what they lead to
  std::unordered_set<EntryId> has_pages_;  // folders with pages below them, also behind links
  std::unordered_map<EntryId, std::size_t> addresses_;  // besides the real ones
  Refused too_often_;
  Refused too_many_;
  std::deque<EntryId> waiting_;  // aliases to folders with pages
};

class NameReader {
 public:
  NameReader(SiteOptions const& options, SiteReport const& report)
      : options_(options), report_(report) {}

  tl::expected<SiteNames, std::string> read() {
    auto root = real_path(options_.root);
    if (!root) return tl::unexpected(options_.root + ": " + root.error());
    root_ = *std::move(root);
    auto opened = InputFolder::open(root_);
    if (!opened) return tl::unexpected(options_.root + ": " + opened.error());
    names_.root = *std::move(opened);
    if (const auto mounts = open_mounts(); !mounts) return tl::unexpected(mounts.error());
    const Tree tree{names_.root, root_};
    Listing listing = list(tree, "");
    if (listing.error) return tl::unexpected(options_.root + ": " + *listing.error);
    read_below(tree, "", add(0, std::move(listing)));
    names_.hides_underscores =
        options_.rules.hides_underscores && table().find(0, ".nojekyll") == no_entry;
    const bool has_links = !links_.empty();
    resolve_links();
    if (has_links && options_.pages_behind_links) {
      AddressReader(options_, names_).run();
    }
    choose_pages();
    return std::move(names_);
  }

 private:
  EntryTable& table() { return *names_.table; }

  void say(std::string const& path, std::string const& what) const {
    if (report_) report_(path, what);
  }

  tl::expected<void, std::string> open_mounts() {
    for (Mount const& mount : options_.mounts) {
      auto path = mount_path("/" + mount.path);
      if (!path) return tl::unexpected("'" + mount.path + "' is not a path below the site's root");
      const bool is_double =
          std::any_of(names_.mounts.begin(), names_.mounts.end(),
                      [&](MountedFolder const& other) { return other.path == *path; });
      if (is_double) return tl::unexpected("two folders are to lie at '/" + *path + "'");
      auto real = real_path(mount.folder);
      if (!real) return tl::unexpected(mount.folder + ": " + real.error());
      auto opened = InputFolder::open(*real);
      if (!opened) return tl::unexpected(mount.folder + ": " + opened.error());
      names_.mounts.push_back({*std::move(path), mount.folder, *std::move(opened)});
    }
    // A mount within another one is the place of its files.
    std::stable_sort(names_.mounts.begin(), names_.mounts.end(),
                     [](auto const& a, auto const& b) { return a.path.size() > b.path.size(); });
    return {};
  }

  MountedFolder const* mount_at(std::string_view path) const {
    const auto found = std::find_if(names_.mounts.begin(), names_.mounts.end(),
                                    [&](MountedFolder const& mount) { return mount.path == path; });
    return found == names_.mounts.end() ? nullptr : &*found;
  }

  /// Path below the site root of a path inside a mount.
  static std::string site_path(Tree const& tree, std::string const& place) {
    if (tree.mount.empty() || place.empty()) return tree.mount + place;
    return tree.mount + "/" + place;
  }

  /// Makes the folders on the way to the mounts below `place` children of its listing.
  void add_mounts(Tree const& tree, std::string const& place, Listing& listing) {
    if (tree.is_outside) return;
    std::string prefix = site_path(tree, place);
    if (!prefix.empty()) prefix += '/';
    for (MountedFolder const& mount : names_.mounts) {
      if (!mount.path.starts_with(prefix)) continue;
      const std::string_view rest = std::string_view(mount.path).substr(prefix.size());
      const std::string_view name = rest.substr(0, rest.find('/'));
      auto child = std::find_if(listing.children.begin(), listing.children.end(),
                                [&](EntryTable::Child const& other) { return other.name == name; });
      if (child == listing.children.end()) {
        listing.children.push_back({name, EntryKind::folder, false});
        virtual_.insert(prefix + std::string(name));
      } else if (child->kind != EntryKind::folder) {
        *child = {name, EntryKind::folder, false};
        listing.links.erase(std::string(name));
        virtual_.insert(prefix + std::string(name));
      }
    }
  }

  /// The names in the folder at `place`, sorted.
  Listing list(Tree const& tree, std::string const& place) {
    Listing listing;
    child_names_.clear();
    // What a mount needs on its way is not on the disk.
    if (tree.is_outside || !virtual_.contains(site_path(tree, place)) || place.empty()) {
      const auto folder = tree.folder->folder(place);
      if (!folder) {
        listing.error = folder.error();
        return listing;
      }
      const auto listed = (*folder)->list([&](std::string const& name, NameType type) {
        list_name(tree, place, name, type, listing);
      });
      if (!listed) listing.error = listed.error();
    }
    add_mounts(tree, place, listing);
    std::sort(listing.children.begin(), listing.children.end(),
              [](auto const& a, auto const& b) { return a.name < b.name; });
    return listing;
  }

  void list_name(Tree const& tree, std::string const& place, std::string const& name, NameType type,
                 Listing& listing) {
    switch (type) {
      case NameType::file:
        listing.children.push_back({child_names_.keep(name), EntryKind::file, tree.is_outside});
        break;
      case NameType::folder:
        listing.children.push_back({child_names_.keep(name), EntryKind::folder, tree.is_outside});
        break;
      case NameType::link_to_file:
      case NameType::link_to_folder:
        list_link(path_of(tree, place.empty() ? name : join_path(place, name)), name,
                  type == NameType::link_to_folder, listing);
        break;
      case NameType::dangling_link:  // is not there
        listing.dangling.emplace_back(
            name, link_text(path_of(tree, place.empty() ? name : join_path(place, name))));
        break;
      case NameType::special:  // a socket, a pipe or a device is not served
        if (!tree.is_outside && is_read(place, name)) {
          say(given_path(tree, place.empty() ? name : join_path(place, name)),
              "is not a regular file");
        }
        break;
    }
  }

  /// True where a file of that name in the folder `place` would be a page.
  bool is_read(std::string_view place, std::string_view name) const {
    const bool is_hidden = name.starts_with('.') || place.starts_with('.') ||
                           place.find("/.") != std::string_view::npos;
    return options_.files.is_page(std::string(name)) && (!is_hidden || options_.hidden);
  }

  /// A path of a tree, below the folder as it was given.
  std::string given_path(Tree const& tree, std::string const& place) const {
    MountedFolder const* const mount = mount_at(tree.mount);
    return join_path(mount == nullptr ? options_.root : mount->given, place);
  }

  static std::string path_of(Tree const& tree, std::string const& place) {
    return place.empty() ? tree.path : join_path(tree.path, place);
  }

  /// A link to a file outside is that file; one to a folder, or to what is inside, waits until all
  /// names are known.
  void list_link(std::string const& path, std::string const& name, bool is_folder,
                 Listing& listing) {
    auto target = real_path(path);
    if (!target) return;
    const bool is_outside = !place_in_site(*target);
    const bool is_outside_file = !is_folder && is_outside;
    names_.has_outside |= is_outside;
    listing.children.push_back({child_names_.keep(name),
                                is_outside_file ? EntryKind::file : EntryKind::alias,
                                is_outside_file});
    listing.links[name] = {no_entry, *std::move(target), is_folder, is_outside_file};
  }

  /// Puts the names into the table and remembers the links.
  EntryTable::Range add(EntryId folder, Listing listing) {
    const EntryId first = table().add_listing(folder, listing.children);
    const EntryTable::Range range = table().children(folder);
    for (auto& [name, target] : listing.dangling) {
      names_.dangling.emplace(std::pair(folder, std::move(name)), std::move(target));
    }
    if (listing.links.empty()) return range;
    for (EntryId id = first; id < range.end; ++id) {
      const auto link = listing.links.find(std::string(table().name(id)));
      if (link == listing.links.end()) continue;
      if (link->second.is_outside_file) {
        if (options_.follow_outside) names_.outside[id] = std::move(link->second.target);
        continue;
      }
      link->second.entry = id;
      links_.push_back(std::move(link->second));
    }
    return range;
  }

  /// Lists all folders below the one at `place`, depth first, without following links.
  void read_below(Tree const& tree, std::string const& place, EntryTable::Range top) {
    struct Level {
      EntryId next;
      EntryId end;
      std::string place;
    };
    std::vector<Level> levels{{top.begin, top.end, place}};
    while (!levels.empty()) {
      Level& level = levels.back();
      if (level.next == level.end) {
        levels.pop_back();
        continue;
      }
      const EntryId id = level.next++;
      if (!table().is_folder(id)) continue;
      std::string inner(table().name(id));
      if (!level.place.empty()) inner = join_path(level.place, inner);
      MountedFolder const* const mount =
          tree.is_outside ? nullptr : mount_at(site_path(tree, inner));
      if (mount != nullptr) {
        const Tree mounted{mount->folder, mount->folder->path(), false, mount->path};
        read_below(mounted, "", read_folder(mounted, "", id));
        continue;
      }
      const EntryTable::Range children = read_folder(tree, inner, id);
      levels.push_back({children.begin, children.end, std::move(inner)});
    }
  }

  EntryTable::Range read_folder(Tree const& tree, std::string const& place, EntryId id) {
    if (tree.is_outside && outside_names_ >= max_outside_names) {
      table().mark_unlisted(id);
      return {};
    }
    // The root again, in a folder that holds it: its pages have their addresses.
    if (tree.is_outside && path_of(tree, place) == root_) outer_roots_.insert(id);
    Listing listing = list(tree, place);
    if (tree.is_outside) outside_names_ += listing.children.size();
    if (listing.error) {
      say(path_of(tree, place), *listing.error);
      table().mark_unlisted(id);
    }
    return add(id, std::move(listing));
  }

  void resolve_links() {
    // Listing a folder outside of the root may find more links.
    while (!links_.empty()) {
      const Link link = std::move(links_.front());
      links_.pop_front();
      if (const auto place = place_in_site(link.target)) {
        table().set_target(link.entry, inside(*place));
      } else {
        resolve_outside(link);
      }
    }
  }

  /// Where a path without links is below the root of the site: in the root folder, or in a mount.
  std::optional<std::string> place_in_site(std::string const& target) const {
    for (MountedFolder const& mount : names_.mounts) {
      if (const auto place = path_below(target, mount.folder->path())) {
        return place->empty() ? mount.path : join_path(mount.path, *place);
      }
    }
    return path_below(target, root_);
  }

  EntryId inside(std::string_view place) const {
    EntryId id = 0;
    while (!place.empty() && id != no_entry) {
      const std::size_t end = std::min(place.find('/'), place.size());
      id = names_.table->find(id, place.substr(0, end));
      place.remove_prefix(std::min(end + 1, place.size()));
    }
    return id;
  }

  void resolve_outside(Link const& link) {
    auto folder = InputFolder::open(link.target);
    if (!folder) return;
    const OpenFolder::Identity identity = (*folder)->identity();
    if (const auto known = outside_.find(identity); known != outside_.end()) {
      table().set_target(link.entry, known->second);
      return;
    }
    table().make_folder(link.entry);
    outside_[identity] = link.entry;
    if (options_.follow_outside) names_.outside[link.entry] = link.target;
    const Tree tree{*std::move(folder), link.target, true};
    read_below(tree, "", read_folder(tree, "", link.entry));
  }

  bool is_page(EntryId id) {
    const Entry entry = table()[id];
    const std::string name(table().name(id));
    if (entry.kind != EntryKind::file || (entry.outside && !options_.follow_outside)) return false;
    const bool is_list = url_list_named(name, table().parent(id) == 0) != UrlList::none;
    if (!is_list && !options_.files.is_page(name)) return false;
    return !options_.is_wanted || options_.is_wanted(table().path(id));
  }

  /// Numbers the pages depth first, which is the order of a walk.
  void choose_pages() {
    names_.pages.reserve(table().size());
    std::vector<EntryTable::Range> levels{table().children(0)};
    while (!levels.empty()) {
      EntryTable::Range& level = levels.back();
      if (level.begin == level.end) {
        levels.pop_back();
        continue;
      }
      const EntryId id = level.begin++;
      if (table().name(id).starts_with('.') && !options_.hidden) continue;
      if (table().name(id).starts_with('_') && names_.hides_underscores) continue;
      if (table().is_folder(id)) {
        if (!outer_roots_.contains(id)) levels.push_back(table().children(id));
      } else if (is_page(id)) {
        table().set_page(id, static_cast<std::uint32_t>(names_.pages.size()));
        names_.pages.push_back(id);
      }
    }
  }

  SiteOptions const& options_;
  SiteReport const& report_;
  std::string root_;
  SiteNames names_{.table = std::make_unique<EntryTable>()};
  text::StringArena child_names_;  // of the folder that is listed
  std::deque<Link> links_;
  std::set<std::string> virtual_;  // folders that only mounts need
  std::map<OpenFolder::Identity, EntryId> outside_;
  std::set<EntryId> outer_roots_;  // folders outside that are the root
  std::size_t outside_names_ = 0;
};

}  // namespace

tl::expected<SiteNames, std::string> read_names(SiteOptions const& options,
                                                SiteReport const& report) {
  return NameReader(options, report).read();
}

}  // namespace hrefkit::site
