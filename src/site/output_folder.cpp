#include "hrefkit/site/output_folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hrefkit/site/file.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

namespace {

using Placed = tl::expected<void, std::string>;

constexpr std::size_t copied_at_once = std::size_t{256} << 10;

/// Copies up to `max` bytes from one file's position to the other's, or up to the end.
Placed copy_bytes(int from, std::uint64_t max, TemporaryFile& to) {
  std::string piece(copied_at_once, '\0');
  while (max > 0) {
    const auto room = static_cast<std::size_t>(std::min<std::uint64_t>(max, piece.size()));
    const ssize_t count = ::read(from, piece.data(), room);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_failure("cannot be read");
    if (count == 0) return {};
    const auto size = static_cast<std::size_t>(count);
    if (auto written = to.write(std::string_view(piece).substr(0, size)); !written) return written;
    max -= size;
  }
  return {};
}

#if defined(SEEK_DATA) && !defined(HREFKIT_FALLBACKS)

/// Copies a sparse file and keeps its holes.
Placed copy_sparse(int from, TemporaryFile& to) {
  const off_t end = ::lseek(from, 0, SEEK_END);
  off_t hole = 0;
  while (hole < end) {
    off_t data = ::lseek(from, hole, SEEK_DATA);
    if (data < 0 && errno == ENXIO) break;  // the rest is a hole
    off_t next = data < 0 ? data : ::lseek(from, data, SEEK_HOLE);
    if (next < 0) {  // the file system does not support SEEK_HOLE
      data = hole;
      next = end;
    }
    hole = next;
    if (::lseek(from, data, SEEK_SET) < 0) return system_failure("cannot be read");
    if (auto skipped = to.skip_to(data); !skipped) return skipped;
    if (auto copied = copy_bytes(from, static_cast<std::uint64_t>(hole - data), to); !copied) {
      return copied;
    }
  }
  return to.end_at(end);
}

#else

/// Holes cannot be found on this system, so they are copied as zeros.
Placed copy_sparse(int from, TemporaryFile& to) {
  return copy_bytes(from, UINT64_MAX, to);
}

#endif

/// Makes a folder, with its parents.
Placed make_folders(std::string const& path) {
  std::string part;
  for (std::size_t at = 0; at < path.size();) {
    at = std::min(path.find('/', at + 1), path.size());
    part = path.substr(0, at);
    if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST && errno != EISDIR) {
      return system_failure("cannot be made");
    }
  }
  return {};
}

/// Locks an open file or folder; false if another open file has the lock. Where the file system has
/// no locks, nobody has.
bool lock_open(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

}  // namespace

tl::expected<OutputFolder, std::string> OutputFolder::open(std::string const& path) {
  if (auto made = make_folders(path); !made) return tl::unexpected(made.error());
  auto folder = OpenFolder::open(path);
  if (!folder) return tl::unexpected("cannot be opened: " + folder.error());
  return OutputFolder(*std::move(folder));
}

/// Opens the folder of the file at `relative` name by name, and makes those that are missing. It
/// begins at the deepest one in the cache. No symbolic link is followed, so the path cannot leave
/// the folder.
tl::expected<OutputFolder::Folder, std::string> OutputFolder::folder_of(std::string_view relative) {
  const auto is_name = [](std::string_view name) {
    return !name.empty() && name != "." && name != "..";
  };
  const tl::unexpected<std::string> outside("its path leads out of the folder");
  if (!is_name(name_part(relative))) return outside;
  const std::string_view path = folder_part(relative);
  const std::lock_guard lock(mutex_);
  Folder at = folder_;
  std::size_t end = path.size();
  for (; end != 0; end = folder_part(path.substr(0, end - 1)).size()) {
    const auto found = open_.find(path.substr(0, end));
    if (found == open_.end()) continue;
    at = found->second;
    break;
  }
  while (end < path.size()) {
    const std::size_t slash = path.find('/', end);
    const std::string name(path.substr(end, slash - end));
    end = slash + 1;
    if (!is_name(name)) return outside;
    auto next = at->folder(name);
    if (!next) {
      if (::mkdirat(at->descriptor(), name.c_str(), 0777) != 0 && errno != EEXIST) {
        return system_failure("its folder cannot be made");
      }
      next = at->folder(name);
    }
    if (!next) return tl::unexpected("its folder cannot be opened: " + next.error());
    at = *std::move(next);
    constexpr std::size_t max_open = 64;
    if (open_.size() >= max_open) open_.clear();
    open_.emplace(path.substr(0, end), at);
  }
  return at;
}

/// Removes leftovers of killed runs from a folder, once for each folder.
void OutputFolder::clean(Folder const& folder) {
  const std::lock_guard lock(mutex_);
  if (last_cleaned_ == folder) return;
  if (cleaned_.insert(folder->identity()).second) remove_leftovers(*folder);
  last_cleaned_ = folder;
}

void OutputFolder::protect(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  const std::lock_guard lock(mutex_);
  protected_.emplace(status.st_dev, status.st_ino);
}

Placed OutputFolder::write(std::string const& relative, std::string_view bytes, unsigned mode) {
  return place(relative, mode, [&](TemporaryFile& file) { return file.write(bytes); });
}

Placed OutputFolder::write_new(std::string const& relative, std::string_view bytes) {
  const auto folder = folder_of(relative);
  if (!folder) return tl::unexpected(folder.error());
  TemporaryFile file(*folder);
  if (auto made = file.create_in_place(std::string(name_part(relative))); !made) return made;
  if (auto written = file.write(bytes); !written) return written;
  file.keep();
  return {};
}

Placed OutputFolder::link(std::string const& relative, std::string const& target) {
  const auto folder = folder_of(relative);
  if (!folder) return tl::unexpected(folder.error());
  const std::string name(name_part(relative));
  if (::symlinkat(target.c_str(), (*folder)->descriptor(), name.c_str()) == 0) return {};
  if (errno != EEXIST) return system_failure("the link cannot be made");
  std::string there(target.size() + 1, '\0');
  const ssize_t length =
      ::readlinkat((*folder)->descriptor(), name.c_str(), there.data(), there.size());
  if (length == static_cast<ssize_t>(target.size()) && there.starts_with(target)) return {};
  return tl::unexpected<std::string>("something else is in the place of the link");
}

Placed OutputFolder::copy(std::string const& relative, OpenFile const& source) {
  const int from = source.descriptor.fd();
  struct stat status {};
  if (::fstat(from, &status) != 0) return system_failure("cannot be read");
  constexpr off_t block = 512;  // stat(2)
  const bool is_sparse = status.st_blocks < status.st_size / block;
  return place(relative, source.stamp.mode, [&](TemporaryFile& file) {
    return is_sparse ? copy_sparse(from, file) : copy_bytes(from, UINT64_MAX, file);
  });
}

Placed OutputFolder::place(std::string const& relative, unsigned mode, Fill const& fill) {
  const auto folder = folder_of(relative);
  if (!folder) return tl::unexpected(folder.error());
  clean(*folder);
  const std::string name(name_part(relative));
  TemporaryFile file(*folder);
  if (auto made = file.create(mode); !made) return made;
  if (auto filled = fill(file); !filled) return filled;
  const std::lock_guard lock(mutex_);
  struct stat status {};
  // On a case-insensitive file system, two names may be one file.
  if (::fstatat((*folder)->descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
    const OpenFolder::Identity there(status.st_dev, status.st_ino);
    if (written_.contains(there)) {
      return tl::unexpected<std::string>("another file was written to its place");
    }
    if (protected_.contains(there)) {
      return tl::unexpected<std::string>(
          "an input is in its place, which may only change with --in-place");
    }
    if (S_ISDIR(status.st_mode)) return tl::unexpected<std::string>("a folder is in its place");
  }
  if (auto placed = file.rename_to(name); !placed) return placed;
  if (::fstat(file.descriptor(), &status) == 0) written_.emplace(status.st_dev, status.st_ino);
  return {};
}

bool OutputFolder::lock() {
  Descriptor listed(::openat(folder_->descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (listed && !lock_open(listed.fd())) return false;
  lock_ = std::move(listed);
  return true;
}

namespace {

// The names in a folder aside.

constexpr char const* lock_name = "lock";
constexpr std::string_view files_name = "files";

constexpr std::string_view is_busy = "is being written by another run: nothing is written";

bool exists_in(OpenFolder const& folder, std::string const& name) {
  struct stat status {};
  return ::fstatat(folder.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
}

using Names = std::vector<std::pair<std::string, NameType>>;

tl::expected<Names, std::string> names_in(OpenFolder const& folder) {
  Names names;
  const auto listed = folder.list(
      [&](std::string name, NameType type) { names.emplace_back(std::move(name), type); });
  if (!listed) return tl::unexpected(listed.error());
  return names;
}

/// Removes a folder with all that is in it. A folder in a folder is first moved up, so that no
/// depth needs many descriptors or a long path. What an error hides is left.
void remove_tree(OpenFolder const& parent, std::string const& name) {
  std::vector<std::string> open{name};
  std::size_t moved = 0;
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    const auto folder = parent.folder(next);
    if (!folder) continue;
    for (auto const& [inner, type] : names_in(**folder).value_or(Names{})) {
      if (::unlinkat((*folder)->descriptor(), inner.c_str(), 0) == 0) continue;
      std::string up;
      do {
        up = name + "-" + std::to_string(moved++);
      } while (exists_in(parent, up));
      if (::renameat((*folder)->descriptor(), inner.c_str(), parent.descriptor(), up.c_str()) ==
          0) {
        open.push_back(std::move(up));
      }
    }
    ::unlinkat(parent.descriptor(), next.c_str(), AT_REMOVEDIR);
  }
}

/// True if a folder with the name of one aside is one: this user's, and it has a lock file, or
/// nothing yet. What else it has are files, or what is left of them.
bool is_aside(OpenFolder const& folder) {
  struct stat status {};
  if (::fstatat(folder.descriptor(), ".", &status, 0) != 0) return false;
  const auto names = names_in(folder);
  if (!names || status.st_uid != ::geteuid()) return false;
  bool has_lock = names->empty();
  for (auto const& [name, type] : *names) {
    const bool is_lock = name == lock_name && type == NameType::file;
    has_lock |= is_lock;
    if (!is_lock && !(name.starts_with(files_name) && type == NameType::folder)) return false;
  }
  return has_lock;
}

/// The name of the folder aside of a target; empty: it is in the target.
std::string aside_name(std::string const& target) {
  constexpr std::size_t max_name = 200;  // a name may have 255 bytes
  std::string name(temporary_prefix);
  if (target.empty()) return name + std::string(files_name);
  if (target.size() <= max_name) return name + target;
  const text::Hash128 hash = text::hash128(target, {});
  return name + target.substr(0, max_name) + std::to_string(hash[0]);
}

/// A path without what has no effect at its end: "out/", "out/.".
std::string_view without_end(std::string_view path) {
  while (path.size() > 1 && (path.ends_with('/') || path.ends_with("/."))) path.remove_suffix(1);
  return path;
}

constexpr std::string_view is_taken = "is not a new or empty folder: nothing is written";

/// Whether a folder that is to be filled has only its folder aside, or nothing.
Placed check_empty(OpenFolder const& folder) {
  const auto names = names_in(folder);
  if (!names) return tl::unexpected(names.error());
  const std::string aside = aside_name("");
  const auto is_aside = [&](auto const& entry) { return entry.first == aside; };
  const bool has_aside = std::any_of(names->begin(), names->end(), is_aside);
  if (names->size() == (has_aside ? 1 : 0)) return {};
  if (!has_aside) return tl::unexpected(std::string(is_taken));
  return tl::unexpected("has " + aside +
                        ", which a run that was stopped left, so what is beside it may be "
                        "incomplete: nothing is written");
}

}  // namespace

Placed NewFolder::check(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    const bool is_link = ::lstat(path.c_str(), &status) == 0;  // that leads nowhere
    if (is_link) return tl::unexpected(std::string(is_taken));
    return {};
  }
  if (!S_ISDIR(status.st_mode)) return tl::unexpected(std::string(is_taken));
  const auto folder = OpenFolder::open(path);
  if (!folder) return tl::unexpected("cannot be opened: " + folder.error());
  return check_empty(**folder);
}

tl::expected<std::unique_ptr<NewFolder>, std::string> NewFolder::begin(std::string const& path) {
  std::unique_ptr<NewFolder> folder(new NewFolder);
  std::string parent(without_end(path));
  struct stat status {};
  const bool is_there = ::stat(parent.c_str(), &status) == 0;
  if (is_there) {
    if (auto free = check(parent); !free) return tl::unexpected(free.error());
  } else {
    folder->name_ = name_part(parent);
    if (folder->name_ == "." || folder->name_ == "..") {
      return tl::unexpected(std::string(is_taken));
    }
    parent = folder_part(parent);
    if (parent.empty()) parent = ".";
    if (auto made = make_folders(parent); !made) return tl::unexpected(made.error());
  }
  auto opened = OpenFolder::open(parent);
  if (!opened) {
    return tl::unexpected((is_there ? "cannot be opened: " : "cannot be made: ") + opened.error());
  }
  folder->parent_ = *std::move(opened);
  folder->aside_ = aside_name(folder->name_);
  if (auto claimed = folder->claim(); !claimed) return tl::unexpected(claimed.error());
  return folder;
}

/// Claims the folder aside, and makes the folder for the files in it.
Placed NewFolder::claim() {
  bool is_gone = true;
  for (int attempts = 100; is_gone; --attempts) {
    if (attempts == 0) return tl::unexpected(std::string(is_busy));
    if (auto claimed = claim_folder(is_gone); !claimed) return claimed;
  }
  for (auto const& [name, type] : names_in(*folder_).value_or(Names{})) {
    if (type == NameType::folder) remove_tree(*folder_, name);
  }
  if (auto free = check_target(); !free) return free;
  const std::string files(files_name);
  if (::mkdirat(folder_->descriptor(), files.c_str(), 0777) != 0) {
    return system_failure("the folder for its files cannot be made");
  }
  auto opened = folder_->folder(files);
  if (!opened) return tl::unexpected("the folder for its files: " + opened.error());
  output_.emplace(*std::move(opened));
  return {};
}

/// Sets `folder_` and `lock_`. `is_gone`: another process removed the folder meanwhile, at its end.
Placed NewFolder::claim_folder(bool& is_gone) {
  is_gone = false;
  const int parent = parent_->descriptor();
  const bool is_new = ::mkdirat(parent, aside_.c_str(), 0700) == 0;
  if (!is_new && errno != EEXIST) {
    return system_failure("the folder for its files cannot be made");
  }
  auto opened = parent_->folder(aside_);
  if (!opened) {
    is_gone = !exists_in(*parent_, aside_);
    if (is_gone) return {};
    return tl::unexpected("cannot be written: " + aside_ + " is in the way: " + opened.error());
  }
  if (!is_new && !is_aside(**opened)) {
    is_gone = !exists_in(*parent_, aside_);
    if (is_gone) return {};
    return tl::unexpected("cannot be written: " + aside_ +
                          " is in the way, which this command did not make");
  }
  constexpr int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
  Descriptor lock(::openat((*opened)->descriptor(), lock_name, flags, 0600));
  is_gone = !lock && errno == ENOENT;
  if (is_gone) return {};
  if (!lock) return system_failure("its lock cannot be made");
  if (!lock_open(lock.fd())) return tl::unexpected(std::string(is_busy));
  struct stat status {};
  const auto now = parent_->folder(aside_);
  is_gone = ::fstat(lock.fd(), &status) != 0 || status.st_nlink == 0 || !now ||
            (*now)->identity() != (*opened)->identity();
  if (is_gone) return {};
  folder_ = *std::move(opened);
  lock_ = std::move(lock);
  return {};
}

/// The target may have been made, or filled, before the lock was taken.
Placed NewFolder::check_target() const {
  const auto names = is_in_target() ? names_in(*parent_) : Names();
  if (!names) return tl::unexpected(names.error());
  const bool is_free = is_in_target() ? names->size() == 1 : !exists_in(*parent_, name_);
  if (!is_free) return tl::unexpected(std::string(is_taken));
  return {};
}

Placed NewFolder::commit() {
  if (is_in_target()) return move_names();
  const std::string files(files_name);
  if (::renameat(folder_->descriptor(), files.c_str(), parent_->descriptor(), name_.c_str()) == 0) {
    return {};
  }
  return system_failure("cannot be put in its place");
}

Placed NewFolder::move_names() {
  const auto files = folder_->folder(std::string(files_name));
  const auto names = files ? names_in(**files) : tl::unexpected(files.error());
  if (!names) return tl::unexpected(names.error());
  for (auto const& [name, type] : *names) {
    if (exists_in(*parent_, name)) {
      return tl::unexpected("cannot be completed: " + name + " is in it already");
    }
    const int renamed =
        ::renameat((*files)->descriptor(), name.c_str(), parent_->descriptor(), name.c_str());
    if (renamed != 0) return system_failure("cannot be completed");
  }
  return {};
}

/// The lock file goes last: a folder without one, unless it is empty, is not known as ours.
NewFolder::~NewFolder() {
  if (!lock_) return;
  output_.reset();
  remove_tree(*folder_, std::string(files_name));
  ::unlinkat(folder_->descriptor(), lock_name, 0);
  ::unlinkat(parent_->descriptor(), aside_.c_str(), AT_REMOVEDIR);
}

}  // namespace hrefkit::site
