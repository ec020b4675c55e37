#include "hrefkit/site/replace_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/writing/temporary_file.h"

namespace hrefkit::site {

namespace {

constexpr std::size_t copied_at_once = std::size_t{256} << 10;

using Done = tl::expected<void, std::string>;

/// Copies up to `max` bytes from one file's position to the other's, or up to the end.
Done copy_bytes(int from, std::uint64_t max, TemporaryFile& to) {
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
Done copy_sparse(int from, TemporaryFile& to) {
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
Done copy_sparse(int from, TemporaryFile& to) {
  return copy_bytes(from, UINT64_MAX, to);
}

#endif

struct FreeMemory {
  void operator()(char* memory) const { std::free(memory); }
};

/// A file's folder and name after following symbolic links.
struct Location {
  std::string folder;
  std::string name;
};

std::optional<Location> real_location(std::string const& path) {
  const std::unique_ptr<char, FreeMemory> real(::realpath(path.c_str(), nullptr));
  if (!real) return std::nullopt;
  const std::string whole(real.get());
  return Location{std::string(folder_part(whole)), std::string(name_part(whole))};
}

/// Keeps the old file as a hard link with another name. A file with that name is an error, unless
/// it is this hard link, made by a run that was killed.
Done keep_old(int folder, std::string const& name, std::string const& backup) {
  const std::string kept = name + backup;
  if (::linkat(folder, name.c_str(), folder, kept.c_str(), 0) == 0) return {};
  if (errno != EEXIST) return system_failure("no backup can be made");
  struct stat old {};
  struct stat there {};
  const bool is_made = ::fstatat(folder, name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 &&
                       ::fstatat(folder, kept.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
                       old.st_dev == there.st_dev && old.st_ino == there.st_ino;
  if (is_made) return {};
  return tl::unexpected("stays as it is: its backup " + kept + " exists already");
}

/// Removes a temporary file that no process is writing, so that its lock can be taken. While this
/// holds the lock, only the process that created the file could rename it, so checking the inode
/// behind the name is enough.
void remove_if_unlocked(int folder, char const* name) {
  const Descriptor file(::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (file.fd() < 0 || ::flock(file.fd(), LOCK_EX | LOCK_NB) != 0) return;
  struct stat own {};
  struct stat there {};
  const bool is_own = ::fstat(file.fd(), &own) == 0 && S_ISREG(own.st_mode) &&
                      ::fstatat(folder, name, &there, AT_SYMLINK_NOFOLLOW) == 0 &&
                      own.st_dev == there.st_dev && own.st_ino == there.st_ino;
  if (is_own) ::unlinkat(folder, name, 0);
}

/// Writes `bytes` to a new temporary file with the owner, mode and attributes of the file `name`.
Done write_beside(OpenFolder const& opened, std::string const& name, std::string_view bytes,
                  TemporaryFile& file) {
  if (auto made = file.create(0600); !made) return made;
  const auto old = opened.file(name);
  if (!old) return tl::unexpected(old.error());
  if (::faccessat(opened.descriptor(), name.c_str(), W_OK, AT_EACCESS) != 0) {
    return system_failure("may not be changed");
  }
  if (auto written = file.write(bytes); !written) return written;
  struct stat status {};
  if (::fstat(old->descriptor.fd(), &status) != 0) return system_failure("cannot be replaced");
  if (auto kept = file.set_owner(status.st_uid, status.st_gid, status.st_mode & 07777); !kept) {
    return kept;
  }
  return file.copy_attributes(old->descriptor.fd());
}

/// Renames a synced temporary file to `name`, unless the file there has changed since `stamp`.
Done rename_over(OpenFolder const& opened, std::string const& name, FileStamp const& stamp,
                 std::string const& backup, TemporaryFile& file) {
  const int folder = opened.descriptor();
  struct stat now {};
  if (::fstatat(folder, name.c_str(), &now, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(now.st_mode) ||
      !(stamp_of(now) == stamp)) {
    return tl::unexpected<std::string>("has changed since it was read; it stays as it is");
  }
  if (!backup.empty()) {
    if (auto kept = keep_old(folder, name, backup); !kept) return kept;
  }
  return file.rename_to(name);
}

/// Syncs a folder, so that renames in it are on the disk.
Done sync_folder(OpenFolder const& opened) {
  const Descriptor listed(::openat(opened.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!listed || ::fsync(listed.fd()) != 0) {
    return system_failure("its folder cannot be written to the disk");
  }
  return {};
}

Done replace_in(OpenFolder const& opened, std::string const& name, std::string_view bytes,
                FileStamp const& stamp, std::string const& backup) {
  TemporaryFile file(opened.descriptor());
  if (auto written = write_beside(opened, name, bytes, file); !written) return written;
  if (auto synced = file.sync(); !synced) return synced;
  if (auto placed = rename_over(opened, name, stamp, backup, file); !placed) return placed;
  return sync_folder(opened);
}

#if defined(__linux__) && !defined(HREFKIT_FALLBACKS)

/// Syncs the whole file system of an open file; false if that failed or is not supported.
bool sync_file_system(int file) {
  return ::syncfs(file) == 0;
}

#else

bool sync_file_system(int) {
  return false;
}

#endif

using IsTemporary = std::function<bool(std::string_view)>;

void remove_leftovers_of(int folder, IsTemporary const& is_temporary = is_temporary_name) {
  const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (own < 0) return;
  const DirectoryStream listing(::fdopendir(own));
  if (!listing) {
    ::close(own);
    return;
  }
  while (dirent const* entry = ::readdir(listing.get())) {
    if (is_temporary(entry->d_name)) remove_if_unlocked(folder, entry->d_name);
  }
}

}  // namespace

Done replace_file(std::string const& path, std::string_view bytes, FileStamp const& stamp,
                  std::string const& backup) {
  const auto location = real_location(path);
  if (!location) return system_failure("cannot be replaced");
  const auto folder = OpenFolder::open(location->folder);
  if (!folder) return tl::unexpected("its folder cannot be opened: " + folder.error());
  return replace_in(**folder, location->name, bytes, stamp, backup);
}

Done replace_file(InputFolder const& folder, std::string const& place, std::string_view bytes,
                  FileStamp const& stamp, std::string const& backup) {
  const auto opened = folder.folder_now(folder_part(place));
  if (!opened) return tl::unexpected(opened.error());
  return replace_in(**opened, std::string(name_part(place)), bytes, stamp, backup);
}

namespace {

/// The maximum number of queued files. Each stays open and locked, so that no other run takes it
/// for a leftover, and as many are being replaced meanwhile.
std::size_t max_waiting_files() {
  constexpr std::size_t max_files = 512;
  constexpr std::size_t min_files = 8;
  constexpr std::size_t others = 64;  // other descriptors of the program
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return min_files;
  constexpr std::size_t shares = 4;  // files and their folders, queued and being replaced
  if (limit.rlim_cur == RLIM_INFINITY) return max_files;
  const auto open = static_cast<std::size_t>(limit.rlim_cur);
  return open <= others ? min_files : std::clamp((open - others) / shares, min_files, max_files);
}

}  // namespace

FileReplacements::Prepared::Prepared(std::shared_ptr<OpenFolder const> folder, std::string name,
                                     FileStamp const& stamp)
    : folder_(std::move(folder)),
      name_(std::move(name)),
      stamp_(stamp),
      file_(std::make_unique<TemporaryFile>(folder_->descriptor())) {}
FileReplacements::Prepared::Prepared(Prepared&&) noexcept = default;
FileReplacements::Prepared::~Prepared() = default;

FileReplacements::Prepared& FileReplacements::Prepared::operator=(Prepared&& other) noexcept {
  file_ = std::move(other.file_);  // first: this removes the old file from the old folder
  folder_ = std::move(other.folder_);
  name_ = std::move(other.name_);
  stamp_ = other.stamp_;
  return *this;
}

FileReplacements::FileReplacements(std::string backup)
    : backup_(std::move(backup)), max_waiting_(max_waiting_files()) {}
FileReplacements::~FileReplacements() = default;

tl::expected<FileReplacements::Prepared, std::string> FileReplacements::prepare(
    std::string const& path, std::string_view bytes, FileStamp const& stamp) {
  auto location = real_location(path);
  if (!location) return system_failure("cannot be replaced");
  const auto folder = OpenFolder::open(location->folder);
  if (!folder) return tl::unexpected("its folder cannot be opened: " + folder.error());
  return prepare_in(*folder, std::move(location->name), bytes, stamp);
}

tl::expected<FileReplacements::Prepared, std::string> FileReplacements::prepare(
    InputFolder const& folder, std::string const& place, std::string_view bytes,
    FileStamp const& stamp) {
  const auto opened = folder.folder_now(folder_part(place));
  if (!opened) return tl::unexpected(opened.error());
  return prepare_in(*opened, std::string(name_part(place)), bytes, stamp);
}

tl::expected<FileReplacements::Prepared, std::string> FileReplacements::prepare_in(
    std::shared_ptr<OpenFolder const> const& folder, std::string name, std::string_view bytes,
    FileStamp const& stamp) {
  Prepared prepared(shared(folder), std::move(name), stamp);
  const auto written = write_beside(*prepared.folder_, prepared.name_, bytes, *prepared.file_);
  if (!written) return tl::unexpected(written.error());
  return prepared;
}

/// The folder, opened once for all files in it.
std::shared_ptr<OpenFolder const> FileReplacements::shared(
    std::shared_ptr<OpenFolder const> const& folder) {
  const OpenFolder::Identity identity = folder->identity();
  const std::lock_guard lock(mutex_);
  return folders_.try_emplace(identity, folder).first->second;
}

void FileReplacements::add(Prepared prepared, std::function<void(Result const&)> done) {
  waiting_.push_back({std::move(prepared), std::move(done)});
  if (waiting_.size() < max_waiting_) return;
  end_batch();
  begin_batch();
}

void FileReplacements::finish() {
  end_batch();
  begin_batch();
  end_batch();
}

void FileReplacements::begin_batch() {
  if (waiting_.empty()) return;
  batch_ = std::exchange(waiting_, {});
  // Where no thread can be made, `end_batch` does the work.
  results_ =
      std::async(std::launch::async | std::launch::deferred, [this] { return replace_batch(); });
}

void FileReplacements::end_batch() {
  if (!results_.valid()) return;
  const std::vector<Result> results = results_.get();
  const std::vector<Waiting> batch = std::exchange(batch_, {});
  for (std::size_t i = 0; i < batch.size(); ++i) batch[i].done(results[i]);
}

std::vector<FileReplacements::Result> FileReplacements::replace_batch() {
  const std::size_t count = batch_.size();
  std::vector<Result> results(count);
  // A single file is synced alone, because the file system may have much else to write.
  std::map<std::uintmax_t, bool> synced;                // by device
  std::map<OpenFolder const*, std::uintmax_t> devices;  // the open folders are shared
  for (std::size_t i = 0; i < count; ++i) {
    TemporaryFile& file = *batch_[i].prepared.file_;
    OpenFolder const* const folder = batch_[i].prepared.folder_.get();
    const auto at = devices.find(folder);
    const std::uintmax_t device =
        at != devices.end() ? at->second : (devices[folder] = folder->identity().first);
    auto const [known, is_new] = synced.try_emplace(device, false);
    if (is_new && count > 1) known->second = sync_file_system(file.descriptor());
    if (!known->second) results[i] = file.sync();
  }
  std::map<OpenFolder const*, Result> folders;
  for (std::size_t i = 0; i < count; ++i) {
    Prepared const& prepared = batch_[i].prepared;
    if (!results[i]) continue;
    results[i] =
        rename_over(*prepared.folder_, prepared.name_, prepared.stamp_, backup_, *prepared.file_);
    if (results[i]) folders.try_emplace(prepared.folder_.get());
  }
  for (auto& [folder, result] : folders) result = sync_folder(*folder);
  for (std::size_t i = 0; i < count; ++i) {
    if (results[i]) results[i] = folders.at(batch_[i].prepared.folder_.get());
  }
  const std::lock_guard lock(mutex_);
  folders_.clear();  // files that are prepared by now share the ownership
  return results;
}

void remove_leftovers(std::string const& folder) {
  remove_leftovers(folder, is_temporary_name);
}

void remove_leftovers(std::string const& folder, IsTemporary const& is_temporary) {
  const Descriptor opened(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.fd() >= 0) remove_leftovers_of(opened.fd(), is_temporary);
}

void remove_leftovers(OpenFolder const& folder) {
  remove_leftovers_of(folder.descriptor());
}

tl::expected<OutputFolder, std::string> OutputFolder::open(std::string const& path) {
  std::string part;
  for (std::size_t at = 0; at < path.size();) {
    at = std::min(path.find('/', at + 1), path.size());
    part = path.substr(0, at);
    if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST && errno != EISDIR) {
      return system_failure("cannot be made");
    }
  }
  auto folder =
      std::make_shared<Descriptor const>(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder->fd() < 0) return system_failure("cannot be opened");
  return OutputFolder(std::move(folder));
}

/// Opens the folder at `path`, which ends in a slash, name by name, beginning at the deepest one in
/// the cache. No symbolic link is followed, so the path cannot leave the folder.
tl::expected<OutputFolder::OpenFolder, std::string> OutputFolder::open_folder(
    std::string_view path) {
  OpenFolder at = folder_;
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
    if (name.empty() || name == "." || name == "..") {
      return tl::unexpected<std::string>("its path leads out of the folder");
    }
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
    int next = ::openat(at->fd(), name.c_str(), flags);
    if (next < 0 && errno == ENOENT) {
      if (::mkdirat(at->fd(), name.c_str(), 0777) != 0 && errno != EEXIST) {
        return system_failure("its folder cannot be made");
      }
      next = ::openat(at->fd(), name.c_str(), flags);
    }
    if (next < 0) return system_failure("its folder cannot be opened, or is a link");
    at = std::make_shared<Descriptor const>(next);
    constexpr std::size_t max_open = 16;
    if (open_.size() >= max_open) open_.clear();
    open_.emplace(path.substr(0, end), at);
  }
  return at;
}

tl::expected<OutputFolder::OpenFolder, std::string> OutputFolder::folder_of(
    std::string_view relative) {
  if (name_part(relative).empty() || name_part(relative) == "." || name_part(relative) == "..") {
    return tl::unexpected<std::string>("its path leads out of the folder");
  }
  const std::lock_guard lock(mutex_);
  return open_folder(folder_part(relative));
}

/// Removes leftovers of killed runs from a folder, once for each folder.
void OutputFolder::clean(OpenFolder const& folder) {
  const std::lock_guard lock(mutex_);
  if (last_cleaned_ == folder) return;
  struct stat status {};
  if (::fstat(folder->fd(), &status) == 0 &&
      cleaned_.emplace(status.st_dev, status.st_ino).second) {
    remove_leftovers_of(folder->fd());
  }
  last_cleaned_ = folder;
}

void OutputFolder::protect(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  const std::lock_guard lock(mutex_);
  protected_.emplace(status.st_dev, status.st_ino);
}

Done OutputFolder::write(std::string const& relative, std::string_view bytes, unsigned mode) {
  return place(relative, mode, [&](TemporaryFile& file) { return file.write(bytes); });
}

Done OutputFolder::write_new(std::string const& relative, std::string_view bytes) {
  const auto folder = folder_of(relative);
  if (!folder) return tl::unexpected(folder.error());
  TemporaryFile file((*folder)->fd());
  if (auto made = file.create_in_place(std::string(name_part(relative))); !made) return made;
  if (auto written = file.write(bytes); !written) return written;
  file.keep();
  return {};
}

Done OutputFolder::link(std::string const& relative, std::string const& target) {
  const auto folder = folder_of(relative);
  if (!folder) return tl::unexpected(folder.error());
  const std::string name(name_part(relative));
  if (::symlinkat(target.c_str(), (*folder)->fd(), name.c_str()) == 0) return {};
  if (errno != EEXIST) return system_failure("the link cannot be made");
  std::string there(target.size() + 1, '\0');
  const ssize_t length = ::readlinkat((*folder)->fd(), name.c_str(), there.data(), there.size());
  if (length == static_cast<ssize_t>(target.size()) && there.starts_with(target)) return {};
  return tl::unexpected<std::string>("something else is in the place of the link");
}

Done OutputFolder::copy(std::string const& relative, OpenFile const& source) {
  const int from = source.descriptor.fd();
  struct stat status {};
  if (::fstat(from, &status) != 0) return system_failure("cannot be read");
  constexpr off_t block = 512;  // stat(2)
  const bool is_sparse = status.st_blocks < status.st_size / block;
  return place(relative, source.stamp.mode, [&](TemporaryFile& file) {
    return is_sparse ? copy_sparse(from, file) : copy_bytes(from, UINT64_MAX, file);
  });
}

Done OutputFolder::place(std::string const& relative, unsigned mode, Fill const& fill) {
  const auto folder = folder_of(relative);
  if (!folder) return tl::unexpected(folder.error());
  clean(*folder);
  const std::string name(name_part(relative));
  TemporaryFile file((*folder)->fd());
  if (auto made = file.create(mode); !made) return made;
  if (auto filled = fill(file); !filled) return filled;
  const std::lock_guard lock(mutex_);
  struct stat status {};
  // On a case-insensitive file system, two names may be one file.
  if (::fstatat((*folder)->fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
    const Identity there(status.st_dev, status.st_ino);
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

}  // namespace hrefkit::site
