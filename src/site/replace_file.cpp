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

using Done = tl::expected<void, std::string>;

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

}  // namespace hrefkit::site
