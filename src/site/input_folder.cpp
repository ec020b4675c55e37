#include "hrefkit/site/input_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"

#if defined(AT_FDCWD) && defined(AT_SYMLINK_NOFOLLOW) && defined(O_NOFOLLOW) && \
    !defined(HREFKIT_FALLBACKS)
#define HREFKIT_OPENAT 1
#endif

namespace hrefkit::site {

namespace {

/// A folder on the way needs no permission to list its names, where the system can open it so.
#if defined(HREFKIT_OPENAT) && defined(O_PATH)
constexpr int folder_flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
#elif defined(HREFKIT_OPENAT) && defined(O_SEARCH)
constexpr int folder_flags = O_SEARCH | O_DIRECTORY | O_CLOEXEC;
#else
constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

constexpr int file_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
constexpr int list_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

/// Longer paths are refused, as Linux does. So a deep tree is not opened from the top for ever.
constexpr std::size_t max_path = 4096;

constexpr char const* became_link = "has become a link since it was listed; not followed";

tl::unexpected<std::string> system_error(int error) {
  return tl::unexpected<std::string>(std::strerror(error));
}

}  // namespace

std::string OpenFile::start(std::size_t limit) const {
  std::string bytes(limit, '\0');
  std::size_t size = 0;
  while (size < limit) {
    const ssize_t read =
        ::pread(descriptor.fd(), bytes.data() + size, limit - size, static_cast<off_t>(size));
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) break;
    size += static_cast<std::size_t>(read);
  }
  bytes.resize(size);
  return bytes;
}

tl::expected<void, std::string> OpenFile::read(std::string& buffer, std::size_t limit) const {
  return read_descriptor(descriptor.fd(), stamp.size, buffer, limit);
}

tl::expected<std::shared_ptr<OpenFolder const>, std::string> OpenFolder::open(std::string path) {
  Descriptor opened(::open(path.c_str(), folder_flags));
  if (!opened) return system_error(errno);
  return std::shared_ptr<OpenFolder const>(new OpenFolder(std::move(opened), std::move(path)));
}

OpenFolder::Identity OpenFolder::identity() const {
  struct stat status {};
  ::fstat(descriptor_.fd(), &status);  // does not fail: it is open
  return {status.st_dev, status.st_ino};
}

#ifdef HREFKIT_OPENAT

Descriptor OpenFolder::open_name(std::string const& name, int flags) const {
  return Descriptor(::openat(descriptor_.fd(), name.c_str(), flags | O_NOFOLLOW));
}

bool OpenFolder::is_link(std::string const& name) const {
  struct stat status {};
  return ::fstatat(descriptor_.fd(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISLNK(status.st_mode);
}

NameType OpenFolder::type_of(unsigned char directory_type, char const* name) const {
  struct stat status {};
  const auto look = [&](int flags) {
    return ::fstatat(descriptor_.fd(), name, &status, flags) == 0;
  };
  const auto look_at_link = [&] { return look(AT_SYMLINK_NOFOLLOW); };
  const auto look_behind_link = [&] { return look(0); };
#else

/// The system can only open paths. This folder must still be at its path, and what was opened must
/// be what no link led to a moment before.
Descriptor OpenFolder::open_name(std::string const& name, int flags) const {
  const std::string path = join_path(path_, name);
  struct stat here {};
  if (::stat(path_.c_str(), &here) != 0) return Descriptor(-1);
  if (Identity(here.st_dev, here.st_ino) != identity()) {
    errno = ELOOP;
    return Descriptor(-1);
  }
  struct stat seen {};
  if (::lstat(path.c_str(), &seen) != 0) return Descriptor(-1);
  Descriptor opened(S_ISLNK(seen.st_mode) ? -1 : ::open(path.c_str(), flags));
  struct stat status {};
  if (opened && ::fstat(opened.fd(), &status) == 0 && status.st_dev == seen.st_dev &&
      status.st_ino == seen.st_ino) {
    return opened;
  }
  if (opened || S_ISLNK(seen.st_mode)) errno = ELOOP;
  return Descriptor(-1);
}

bool OpenFolder::is_link(std::string const& name) const {
  struct stat status {};
  return ::lstat(join_path(path_, name).c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

NameType OpenFolder::type_of(unsigned char directory_type, char const* name) const {
  struct stat status {};
  const auto look_at_link = [&] { return ::lstat(join_path(path_, name).c_str(), &status) == 0; };
  const auto look_behind_link = [&] {
    return ::stat(join_path(path_, name).c_str(), &status) == 0;
  };
#endif
  // Most file systems give the type along with the name, which saves asking for each: 4 % of the
  // time to resolve a manual's links.
  if (directory_type == DT_REG) return NameType::file;
  if (directory_type == DT_DIR) return NameType::folder;
  if (!look_at_link()) return NameType::file;  // reading it finds the reason
  const bool is_link = S_ISLNK(status.st_mode);
  if (is_link && !look_behind_link()) {
    const bool leads_nowhere = errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
    return leads_nowhere ? NameType::dangling_link : NameType::link_to_file;
  }
  if (S_ISDIR(status.st_mode)) return is_link ? NameType::link_to_folder : NameType::folder;
  if (!S_ISREG(status.st_mode)) return NameType::special;
  return is_link ? NameType::link_to_file : NameType::file;
}

tl::expected<std::shared_ptr<OpenFolder const>, std::string> OpenFolder::folder(
    std::string const& name) const {
  Descriptor opened = open_name(name, folder_flags);
  const int error = errno;
  if (opened) {
    return std::shared_ptr<OpenFolder const>(
        new OpenFolder(std::move(opened), join_path(path_, name)));
  }
  if (is_link(name)) return tl::unexpected("the folder " + name + ' ' + became_link);
  return system_error(error);
}

tl::expected<OpenFile, std::string> OpenFolder::file(std::string const& name) const {
  Descriptor opened = open_name(name, file_flags);
  const int error = errno;
  struct stat status {};
  if (!opened) {
    if (is_link(name)) return tl::unexpected<std::string>(became_link);
    return system_error(error);
  }
  if (::fstat(opened.fd(), &status) != 0) return system_error(errno);
  if (!S_ISREG(status.st_mode)) return tl::unexpected<std::string>("is not a regular file");
  return OpenFile{std::move(opened), stamp_of(status)};
}

tl::expected<void, std::string> OpenFolder::list(
    std::function<void(std::string name, NameType type)> const& on_name) const {
#ifdef HREFKIT_OPENAT
  Descriptor own(
      ::openat(descriptor_.fd(), ".", list_flags));  // with a place of its own in the list
#else
  Descriptor own(::open(path_.c_str(), list_flags));
#endif
  const DirectoryStream names(own ? ::fdopendir(own.fd()) : nullptr);
  if (!names) return system_error(errno);
  own.release();
  errno = 0;
  while (dirent const* entry = ::readdir(names.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") {
      const NameType type = type_of(entry->d_type, entry->d_name);
      on_name(std::move(name), type);
    }
    errno = 0;
  }
  if (errno != 0) return system_error(errno);
  return {};
}

tl::expected<std::shared_ptr<InputFolder const>, std::string> InputFolder::open(
    std::string const& path) {
  auto top = OpenFolder::open(path);
  if (!top) return tl::unexpected(std::move(top.error()));
  return std::shared_ptr<InputFolder const>(new InputFolder(path, *std::move(top)));
}

tl::expected<std::string, std::string> InputFolder::place_of(std::string const& relative) const {
  const auto top = real_path(path_);
  if (!top) return tl::unexpected(top.error());
  const auto real = real_path(join_path(path_, relative));
  if (!real) return tl::unexpected(real.error());
  auto place = path_below(*real, *top);
  if (!place) return tl::unexpected<std::string>("leads out of the folder");
  return *std::move(place);
}

tl::expected<OpenFile, std::string> InputFolder::file(std::string const& place) const {
  const auto opened = folder(folder_part(place));
  if (!opened) return tl::unexpected(opened.error());
  return (*opened)->file(std::string(name_part(place)));
}

tl::expected<void, std::string> InputFolder::read(std::string const& place, std::string& buffer,
                                                  std::size_t limit) const {
  const auto opened = file(place);
  if (!opened) return tl::unexpected(opened.error());
  return opened->read(buffer, limit);
}

tl::expected<std::shared_ptr<OpenFolder const>, std::string> InputFolder::folder_now(
    std::string_view place) const {
  return open_below({top_, 0}, place);
}

tl::expected<std::shared_ptr<OpenFolder const>, std::string> InputFolder::folder(
    std::string_view place) const {
  if (place.ends_with('/')) place.remove_suffix(1);
  if (place.empty()) return top_;
  Near near = nearest(place);
  if (near.size == place.size()) return std::move(near.folder);
  auto opened = open_below(std::move(near), place);
  if (opened) keep(place, *opened);
  return opened;
}

/// The folder nearest to `place`, on the way to it, that is open.
InputFolder::Near InputFolder::nearest(std::string_view place) const {
  Near best{top_, 0};
  const auto look_at = [&](Recent const& recent) {
    const std::size_t size = recent.place.size();
    const bool is_on_way = size > best.size && place.starts_with(recent.place) &&
                           (size == place.size() || place[size] == '/');
    if (is_on_way) best = {recent.folder, size};
  };
  const std::lock_guard lock(mutex_);
  for (Recent const& recent : recent_) look_at(recent);
  for (Recent const& recent : way_) look_at(recent);
  return best;
}

void InputFolder::keep(std::string_view place, Folder const& folder) const {
  Recent recent{std::string(place), folder};
  const std::lock_guard lock(mutex_);
  std::swap(recent_[next_recent_], recent);
  next_recent_ = (next_recent_ + 1) % recent_.size();
}

void InputFolder::keep_on_way(std::size_t number, std::string_view place,
                              Folder const& folder) const {
  Recent recent{std::string(place), folder};
  const std::lock_guard lock(mutex_);
  if (number >= way_.size()) way_.resize(number + 1);
  std::swap(way_[number], recent);
}

/// Opens the names of `place` from a folder on its way on.
tl::expected<std::shared_ptr<OpenFolder const>, std::string> InputFolder::open_below(
    Near from, std::string_view place) const {
  constexpr std::ptrdiff_t step = 32;
  if (path_.size() + 1 + place.size() >= max_path) return system_error(ENAMETOOLONG);
  std::ptrdiff_t depth = 0;  // of `at`
  if (from.size != 0) depth = 1 + std::count(place.begin(), place.begin() + from.size, '/');
  Folder at = std::move(from.folder);
  for (std::size_t next = from.size; next < place.size();) {
    const std::size_t end = std::min(place.find('/', next), place.size());
    const std::string name(place.substr(next, end - next));
    next = end + 1;
    if (name.empty()) continue;
    if (name == "." || name == "..") {
      return tl::unexpected<std::string>("its path leads out of the folder");
    }
    auto opened = at->folder(name);
    if (!opened) return opened;
    at = *std::move(opened);
    if (++depth % step == 0) {
      keep_on_way(static_cast<std::size_t>(depth / step - 1), place.substr(0, end), at);
    }
  }
  return at;
}

}  // namespace hrefkit::site
