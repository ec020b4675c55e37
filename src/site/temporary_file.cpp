#include "hrefkit/site/temporary_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>
#include <utility>

#if __has_include(<sys/xattr.h>) && !defined(HREFKIT_FALLBACKS)
#include <sys/xattr.h>
#include <string_view>

#define HREFKIT_XATTR 1
#endif

namespace hrefkit::site {

#ifdef HREFKIT_XATTR

namespace {

constexpr std::string_view access_list = "system.posix_acl_access";

// This macro is defined on macOS only, whose functions have more parameters.
#ifdef XATTR_NOFOLLOW

ssize_t list(int file, char* names, std::size_t size) {
  return ::flistxattr(file, names, size, 0);
}

ssize_t get(int file, char const* name, void* value, std::size_t size) {
  return ::fgetxattr(file, name, value, size, 0, 0);
}

bool set(int file, char const* name, std::string const& value) {
  return ::fsetxattr(file, name, value.data(), value.size(), 0, 0) == 0;
}

void remove(int file, char const* name) {
  static_cast<void>(::fremovexattr(file, name, 0));
}

/// Attributes of the system cannot be set by users.
bool is_users(std::string_view name) {
  return !name.starts_with("com.apple.");
}

#else

ssize_t list(int file, char* names, std::size_t size) {
  return ::flistxattr(file, names, size);
}

ssize_t get(int file, char const* name, void* value, std::size_t size) {
  return ::fgetxattr(file, name, value, size);
}

bool set(int file, char const* name, std::string const& value) {
  return ::fsetxattr(file, name, value.data(), value.size(), 0) == 0;
}

void remove(int file, char const* name) {
  static_cast<void>(::fremovexattr(file, name));
}

/// Attributes of the system, like the labels of SELinux, cannot be set by users.
bool is_users(std::string_view name) {
  return name == access_list || name.starts_with("user.");
}

#endif

/// The names of the extended attributes of a file, each with a NUL byte after it. Empty if the file
/// system does not support them.
std::string attribute_names(int file) {
  std::string names;
  ssize_t size = list(file, nullptr, 0);
  if (size <= 0) return names;
  names.resize(static_cast<std::size_t>(size));
  size = list(file, names.data(), names.size());
  names.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return names;
}

/// Copies an extended attribute from one open file to another.
bool copy_attribute(int from, char const* name, int to) {
  std::string value;
  ssize_t size = get(from, name, nullptr, 0);
  if (size < 0) return false;
  value.resize(static_cast<std::size_t>(size));
  size = get(from, name, value.data(), value.size());
  if (size < 0) return false;
  value.resize(static_cast<std::size_t>(size));
  return set(to, name, value);
}

}  // namespace

bool has_file_attributes() {
  return true;
}

tl::expected<void, std::string> copy_file_attributes(int from, int to) {
  const std::string names = attribute_names(from);
  // The access control list that the new file inherits from its folder could let others read it.
  if (names.find(access_list) == std::string::npos) remove(to, access_list.data());
  for (std::size_t at = 0; at < names.size(); at = names.find('\0', at) + 1) {
    char const* const name = names.data() + at;
    if (!copy_attribute(from, name, to) && is_users(name)) {
      return system_failure("its extended attributes cannot be kept");
    }
  }
  return {};
}

#else

bool has_file_attributes() {
  return false;
}

tl::expected<void, std::string> copy_file_attributes(int, int) {
  return {};
}

#endif

/// An entry of the table of unfinished files for signal handlers, which may only use atomics and
/// unlinkat.
class UnfinishedFile {
 public:
  /// Sets the entry; false if it is in use.
  bool acquire(int folder, std::string const& name) {
    State free = State::free;
    if (name.size() >= name_.size() || !state_.compare_exchange_strong(free, State::acquired)) {
      return false;
    }
    folder_ = folder;
    std::memcpy(name_.data(), name.c_str(), name.size() + 1);
    state_ = State::ready;
    return true;
  }

  void release() { state_ = State::free; }

  void remove() const {
    if (state_ == State::ready) ::unlinkat(folder_, name_.data(), 0);
  }

 private:
  enum class State : unsigned char { free, acquired, ready };

  std::atomic<State> state_ = State::free;
  int folder_ = 0;  // all are zeros, so that the program's file has none of them
  std::array<char, NAME_MAX + 1> name_ = {};
};

namespace {

/// The table of unfinished files. If there are more, a signal leaves the rest behind; the next run
/// removes them.
std::array<UnfinishedFile, 1024> unfinished_files;

/// The index at which the search for a free entry begins.
std::atomic<std::size_t> next_unfinished = 0;

std::atomic<bool> is_ending = false;
static_assert(std::atomic<bool>::is_always_lock_free);

/// The number of threads that are creating a file.
std::atomic<int> creations = 0;
static_assert(std::atomic<int>::is_always_lock_free);

/// Guards the creation of a file: the signal handler waits until it has ended, and a creation that
/// begins after the handler blocks for ever.
class Creation {
 public:
  Creation() {
    ++creations;
    if (!is_ending) return;
    --creations;
    while (true) ::pause();  // until the process has ended
  }
  ~Creation() { --creations; }
  Creation(Creation const&) = delete;
  Creation& operator=(Creation const&) = delete;
};

UnfinishedFile* register_file(int folder, std::string const& name) {
  const std::size_t first = next_unfinished++;
  for (std::size_t i = 0; i < unfinished_files.size(); ++i) {
    UnfinishedFile& file = unfinished_files[(first + i) % unfinished_files.size()];
    if (file.acquire(folder, name)) return &file;
  }
  return nullptr;
}

}  // namespace

/// Waits for other threads that are creating a file, at most half a second: if the signal
/// interrupted such a thread, that one cannot continue.
void remove_unfinished_files() noexcept {
  is_ending = true;
  constexpr int max_moments = 500;
  constexpr timespec moment{0, 1'000'000};
  for (int i = 0; i < max_moments && creations != 0; ++i) ::nanosleep(&moment, nullptr);
  for (UnfinishedFile const& file : unfinished_files) file.remove();
}

void leave_unfinished_files() noexcept {
  for (UnfinishedFile& file : unfinished_files) file.release();
}

namespace {

/// Locks a temporary file that was just created, as long as it is open. False if another process
/// took it for a leftover and is removing it.
bool lock(int descriptor) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat status {};
  return ::fstat(descriptor, &status) != 0 || status.st_nlink != 0;
}

/// True for names that `temporary_name` returns, in this process or another.
bool is_temporary_name(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  const auto skip_number = [&name] {
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    name.remove_prefix(digits);
    return digits != 0;
  };
  if (!skip_number() || !name.starts_with('-')) return false;
  name.remove_prefix(1);
  return skip_number() && name.empty();
}

/// Removes a temporary file that no process is writing, so that its lock can be taken. While this
/// holds the lock, only the process that created the file could rename it, so checking the file
/// behind the name is enough.
void remove_if_unlocked(OpenFolder const& folder, std::string const& name) {
  const auto file = folder.file(name);
  if (!file || ::flock(file->descriptor.fd(), LOCK_EX | LOCK_NB) != 0) return;
  struct stat there {};
  if (::fstatat(folder.descriptor(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
      stamp_of(there) == file->stamp) {
    ::unlinkat(folder.descriptor(), name.c_str(), 0);
  }
}

}  // namespace

void remove_leftovers(OpenFolder const& folder, std::string_view prefix) {
  // What an error hides is left to the next run.
  static_cast<void>(folder.list([&](std::string const& name, NameType) {
    if (is_temporary_name(name, prefix)) remove_if_unlocked(folder, name);
  }));
}

std::string temporary_name(std::string_view prefix) {
  static std::atomic<unsigned long> count = 0;
  std::string name(prefix);
  name += std::to_string(::getpid());
  name += '-';
  name += std::to_string(count++);
  return name;
}

tl::unexpected<std::string> system_failure(char const* what) {
  std::string message(what);
  message += ": ";
  message += std::strerror(errno);
  return tl::unexpected<std::string>(std::move(message));
}

TemporaryFile::~TemporaryFile() {
  if (!name_.empty()) ::unlinkat(folder_->descriptor(), name_.c_str(), 0);
  if (entry_ != nullptr) entry_->release();
}

/// A run that removes leftovers may lock and remove the file before this locks it: then this
/// creates another one.
tl::expected<void, std::string> TemporaryFile::create(mode_t mode, std::string_view prefix) {
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  while (true) {
    std::string name = temporary_name(prefix);
    if (entry_ != nullptr) entry_->release();
    // Before the file exists, so that no signal misses it.
    entry_ = register_file(folder_->descriptor(), name);
    {
      const Creation creation;
      descriptor_ = Descriptor(::openat(folder_->descriptor(), name.c_str(), flags, mode));
    }
    if (!descriptor_ && errno == EEXIST) continue;  // try the next number
    if (!descriptor_) return system_failure("cannot make a temporary file beside it");
    if (lock(descriptor_.fd())) {
      name_ = std::move(name);  // cannot throw, so the file is always removed
      return {};
    }
  }
}

/// A signal handler must not remove somebody else's file, so the file is created before it is
/// registered. Fails if anything exists under the name, even a link.
tl::expected<void, std::string> TemporaryFile::create_in_place(std::string const& name) {
  std::string own = name;
  constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  const Creation creation;
  descriptor_ = Descriptor(::openat(folder_->descriptor(), name.c_str(), flags, 0666));
  if (!descriptor_ && errno == EEXIST) {
    return tl::unexpected<std::string>("something is in its place");
  }
  if (!descriptor_) return system_failure("cannot be made");
  name_ = std::move(own);
  entry_ = register_file(folder_->descriptor(), name_);
  return {};
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

tl::expected<void, std::string> TemporaryFile::write(std::string_view bytes) {
  if (!write_all(descriptor(), bytes)) return system_failure("cannot be written");
  return {};
}

tl::expected<void, std::string> TemporaryFile::skip_to(off_t offset) {
  if (::lseek(descriptor(), offset, SEEK_SET) < 0) return system_failure("cannot be written");
  return {};
}

tl::expected<void, std::string> TemporaryFile::end_at(off_t size) {
  if (::ftruncate(descriptor(), size) != 0) return system_failure("cannot be written");
  return {};
}

tl::expected<void, std::string> TemporaryFile::set_owner(uid_t user, gid_t group, mode_t mode) {
  struct stat own {};
  if (::fstat(descriptor(), &own) != 0) return system_failure("cannot be written");
  const bool is_same = own.st_uid == user && own.st_gid == group;
  if (!is_same && ::fchown(descriptor(), user, group) != 0) {
    return system_failure("its owner cannot be kept");
  }
  if (::fchmod(descriptor(), mode) != 0) return system_failure("its mode cannot be kept");
  return {};
}

tl::expected<void, std::string> TemporaryFile::copy_attributes(int from) {
  return copy_file_attributes(from, descriptor());
}

tl::expected<void, std::string> TemporaryFile::sync() {
  if (::fsync(descriptor()) != 0) return system_failure("cannot be written");
  return {};
}

tl::expected<void, std::string> TemporaryFile::rename_to(std::string const& name) {
  const int folder = folder_->descriptor();
  if (::renameat(folder, name_.c_str(), folder, name.c_str()) != 0) {
    return system_failure("cannot be replaced");
  }
  name_.clear();
  return {};
}

}  // namespace hrefkit::site
