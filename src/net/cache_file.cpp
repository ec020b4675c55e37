#include "hrefkit/net/cache_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace hrefkit::net {

namespace {

// SQLite's database header (file format, 1.3): 100 bytes, numbers big-endian.
constexpr std::size_t header_size = 100;
constexpr std::string_view magic("SQLite format 3\0", 16);
constexpr std::size_t write_version_at = 18;  ///< 2: write-ahead log
constexpr std::size_t user_version_at = 60;
constexpr std::size_t application_id_at = 68;

using DatabaseHeader = std::array<unsigned char, header_size>;

std::int64_t number_at(DatabaseHeader const& header, std::size_t place) {
  std::int64_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) number = number << 8 | header[place + i];
  return number;
}

/// The absolute path of `path` without symbolic links; empty where its folder does not exist. The
/// file itself need not exist.
std::string real_path(std::string const& path) {
  const auto resolved = [](std::string const& name) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(name.c_str(), nullptr),
                                                           &std::free);
    return real == nullptr ? std::string() : std::string(real.get());
  };
  struct stat status {};
  // A dangling link has no real path: SQLite would create the file that it names.
  if (::lstat(path.c_str(), &status) == 0) return resolved(path);
  const std::size_t name = path.rfind('/') + 1;  // npos + 1 is 0
  std::string folder = resolved(name == 0 ? "." : path.substr(0, name));
  if (folder.empty() || name == path.size()) return {};
  if (!folder.ends_with('/')) folder += '/';
  return folder + path.substr(name);
}

/// Reads the header. Returns the number of bytes read, fewer for a shorter file; -1 on failure.
ssize_t read_header(std::string const& path, DatabaseHeader& header) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t size = ::pread(file, header.data(), header.size(), 0);
  ::close(file);
  return size;
}

tl::unexpected<std::string> refused(std::string const& path, std::string_view why) {
  return tl::unexpected(path + ": " + std::string(why));
}

}  // namespace

std::string not_a_cache(std::string const& file) {
  return file + ": not a hrefkit cache";
}

tl::expected<CacheFile, std::string> inspect_cache_file(std::string const& file) {
  CacheFile found;
  found.path = real_path(file);
  if (found.path.empty()) return found;
  struct stat status {};
  // The other files lie beside the file that a link leads to.
  const bool is_link = ::lstat(file.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
  std::string const& shown = is_link ? found.path : file;
  if (::lstat((found.path + "-journal").c_str(), &status) == 0) {
    return refused(shown + "-journal",
                   "a cache has no rollback journal, and SQLite would obey this one; remove it");
  }
  for (std::string_view const end : {"-wal", "-shm"}) {
    const std::string beside = found.path + std::string(end);
    if (::lstat(beside.c_str(), &status) != 0) continue;
    if (!S_ISREG(status.st_mode) || status.st_nlink > 1) {
      return refused(shown + std::string(end),
                     "not a regular file, or one with another hard link; remove it");
    }
  }
  if (::lstat(found.path.c_str(), &status) != 0) {
    found.is_new = true;
    return found;
  }
  if (S_ISDIR(status.st_mode)) return CacheFile{};
  if (!S_ISREG(status.st_mode)) return tl::unexpected(not_a_cache(file));
  DatabaseHeader header{};
  const ssize_t size = read_header(found.path, header);
  if (size < 0) return CacheFile{};
  found.is_new = size == 0;
  if (found.is_new) return found;
  const std::string_view begin(reinterpret_cast<char const*>(header.data()), magic.size());
  if (size != ssize_t{header_size} || begin != magic ||
      number_at(header, application_id_at) != cache_application_id) {
    return tl::unexpected(not_a_cache(file));
  }
  if (number_at(header, user_version_at) != cache_version) {
    return refused(file, "a cache of another version of hrefkit; remove it");
  }
  found.has_wal = header[write_version_at] == 2;
  return found;
}

}  // namespace hrefkit::net
