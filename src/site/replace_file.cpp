#include "hrefkit/site/replace_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"

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

/// Keeps the old file as a hard link with another name. A file with that name is an error, unless
/// it is this hard link, made by a run that was killed.
Done keep_old(int folder, std::string const& name, std::string const& backup,
              FileStamp const& old) {
  const std::string kept = name + backup;
  if (::linkat(folder, name.c_str(), folder, kept.c_str(), 0) == 0) return {};
  if (errno != EEXIST) return system_failure("no backup can be made");
  struct stat there {};
  const bool is_made =
      ::fstatat(folder, kept.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 && stamp_of(there) == old;
  if (is_made) return {};
  return tl::unexpected("stays as it is: its backup " + kept + " exists already");
}

/// Writes `bytes` to a new temporary file with the owner, mode and attributes of the file `name`.
Done write_beside(std::string const& name, std::string_view bytes, TemporaryFile& file) {
  if (auto made = file.create(0600); !made) return made;
  const auto old = file.folder().file(name);
  if (!old) return tl::unexpected(old.error());
  if (::faccessat(file.folder().descriptor(), name.c_str(), W_OK, AT_EACCESS) != 0) {
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
Done rename_over(std::string const& name, FileStamp const& stamp, std::string const& backup,
                 TemporaryFile& file) {
  const int folder = file.folder().descriptor();
  struct stat now {};
  if (::fstatat(folder, name.c_str(), &now, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(now.st_mode) ||
      !(stamp_of(now) == stamp)) {
    return tl::unexpected<std::string>("has changed since it was read; it stays as it is");
  }
  if (!backup.empty()) {
    if (auto kept = keep_old(folder, name, backup, stamp); !kept) return kept;
  }
  return file.rename_to(name);
}

/// Syncs a folder, so that renames in it are on the disk.
Done sync_folder(OpenFolder const& folder) {
  const Descriptor listed(::openat(folder.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!listed || ::fsync(listed.fd()) != 0) {
    return system_failure("its folder cannot be written to the disk");
  }
  return {};
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

struct FileReplacements::PreparedFile {
  explicit PreparedFile(std::shared_ptr<OpenFolder const> folder) : file(std::move(folder)) {}

  TemporaryFile file;
  std::string name;
  FileStamp stamp;
  std::function<void(Result const&)> done;
};

FileReplacements::FileReplacements(std::string backup)
    : backup_(std::move(backup)), max_waiting_(max_waiting_files()) {}
FileReplacements::~FileReplacements() = default;

tl::expected<FileReplacements::Prepared, std::string> FileReplacements::prepare(
    std::string const& path, std::string_view bytes, FileStamp const& stamp) {
  const auto real = real_path(path);
  if (!real) return tl::unexpected("cannot be replaced: " + real.error());
  const auto folder = InputFolder::open(std::string(folder_part(*real)));
  if (!folder) return tl::unexpected("its folder cannot be opened: " + folder.error());
  return prepare(**folder, std::string(name_part(*real)), bytes, stamp);
}

tl::expected<FileReplacements::Prepared, std::string> FileReplacements::prepare(
    InputFolder const& folder, std::string const& place, std::string_view bytes,
    FileStamp const& stamp) {
  const auto opened = folder.folder_now(folder_part(place));
  if (!opened) return tl::unexpected(opened.error());
  // A folder is held open once for all files in it.
  const OpenFolder::Identity identity = (*opened)->identity();
  std::unique_lock lock(mutex_);
  auto prepared =
      std::make_shared<PreparedFile>(folders_.try_emplace(identity, *opened).first->second);
  lock.unlock();
  prepared->name = name_part(place);
  prepared->stamp = stamp;
  const auto written = write_beside(prepared->name, bytes, prepared->file);
  if (!written) return tl::unexpected(written.error());
  return prepared;
}

void FileReplacements::add(Prepared prepared, std::function<void(Result const&)> done) {
  prepared->done = std::move(done);
  waiting_.push_back(std::move(prepared));
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
  const std::lock_guard lock(mutex_);
  folders_.clear();
  // Where no thread can be made, `end_batch` does the work.
  results_ =
      std::async(std::launch::async | std::launch::deferred, [this] { return replace_batch(); });
}

void FileReplacements::end_batch() {
  if (!results_.valid()) return;
  const std::vector<Result> results = results_.get();
  const std::vector<Prepared> batch = std::exchange(batch_, {});
  for (std::size_t i = 0; i < batch.size(); ++i) batch[i]->done(results[i]);
}

std::vector<FileReplacements::Result> FileReplacements::replace_batch() const {
  const std::size_t count = batch_.size();
  std::vector<Result> results(count);
  std::vector<OpenFolder::Identity> folders(count);
  // A single file is synced alone, because the file system may have much else to write.
  std::map<std::uintmax_t, bool> synced;  // by device
  for (std::size_t i = 0; i < count; ++i) {
    TemporaryFile& file = batch_[i]->file;
    folders[i] = file.folder().identity();
    auto const [known, is_new] = synced.try_emplace(folders[i].first, false);
    if (is_new && count > 1) known->second = sync_file_system(file.descriptor());
    if (!known->second) results[i] = file.sync();
  }
  for (std::size_t i = 0; i < count; ++i) {
    PreparedFile& prepared = *batch_[i];
    if (!results[i]) continue;
    results[i] = rename_over(prepared.name, prepared.stamp, backup_, prepared.file);
  }
  std::map<OpenFolder::Identity, Result> synced_folders;
  for (std::size_t i = 0; i < count; ++i) {
    if (!results[i]) continue;
    auto const [known, is_new] = synced_folders.try_emplace(folders[i]);
    if (is_new) known->second = sync_folder(batch_[i]->file.folder());
    results[i] = known->second;
  }
  return results;
}

Done replace_file(std::string const& path, std::string_view bytes, FileStamp const& stamp,
                  std::string const& backup) {
  FileReplacements files(backup);
  auto prepared = files.prepare(path, bytes, stamp);
  if (!prepared) return tl::unexpected(std::move(prepared.error()));
  Done result;
  files.add(*std::move(prepared), [&](Done const& replaced) { result = replaced; });
  files.finish();
  return result;
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
    constexpr std::size_t max_open = 16;
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

Done OutputFolder::write(std::string const& relative, std::string_view bytes, unsigned mode) {
  return place(relative, mode, [&](TemporaryFile& file) { return file.write(bytes); });
}

Done OutputFolder::write_new(std::string const& relative, std::string_view bytes) {
  const auto folder = folder_of(relative);
  if (!folder) return tl::unexpected(folder.error());
  TemporaryFile file(*folder);
  if (auto made = file.create_in_place(std::string(name_part(relative))); !made) return made;
  if (auto written = file.write(bytes); !written) return written;
  file.keep();
  return {};
}

Done OutputFolder::link(std::string const& relative, std::string const& target) {
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

}  // namespace hrefkit::site
