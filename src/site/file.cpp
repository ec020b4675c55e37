#include "hrefkit/site/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <istream>
#include <string_view>

#include "hrefkit/site/descriptor.h"
#include "hrefkit/site/file_times.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

namespace {

tl::unexpected<std::string> system_error() {
  return tl::unexpected<std::string>(std::strerror(errno));
}

/// The error for too many bytes. Frees the buffer, which may hold the limit's worth of them.
tl::unexpected<std::string> too_large(std::string& buffer, std::size_t limit) {
  std::string().swap(buffer);
  if (limit == text::max_text_bytes) {
    constexpr std::string_view most = sizeof(std::size_t) > 4 ? "4 GiB" : "2 GiB";
    return tl::unexpected("the file is " + std::string(most) + " or larger");
  }
  return tl::unexpected<std::string>("the file is larger than " + std::to_string(limit) + " bytes");
}

constexpr std::size_t grow_by = std::size_t{64} * 1024;

std::int64_t size_of(struct stat const& status) {
  return S_ISREG(status.st_mode) ? std::int64_t{status.st_size} : -1;
}

}  // namespace

FileStamp stamp_of(struct stat const& status) {
  const std::timespec modified = modified_at(status);
  return {.device = static_cast<std::uint64_t>(status.st_dev),  // signed on macOS
          .inode = status.st_ino,
          .size = status.st_size,
          .changed_seconds = modified.tv_sec,
          .changed_nanoseconds = modified.tv_nsec,
          .names = status.st_nlink,
          .mode = static_cast<unsigned>(status.st_mode) & 0777U};
}

tl::expected<FileStamp, std::string> stamp_of(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return system_error();
  if (!S_ISREG(status.st_mode)) return tl::unexpected<std::string>("is not a regular file");
  return stamp_of(status);
}

tl::expected<void, std::string> read_descriptor(int descriptor, std::int64_t size,
                                                std::string& buffer, std::size_t limit) {
  // A file may be larger than memory can be.
  const auto reported_size = static_cast<std::uint64_t>(std::max<std::int64_t>(size, 0));
  if (reported_size > limit) return too_large(buffer, limit);
  const auto whole = static_cast<std::size_t>(reported_size);
  // One byte more than the size, so that a read that gives just the size saw the file's end. Sizes
  // are not always true.
  buffer.resize(whole + 1);
  std::size_t filled = 0;
  while (true) {
    if (filled == buffer.size()) buffer.resize(buffer.size() + grow_by);
    const ssize_t count = ::read(descriptor, buffer.data() + filled, buffer.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error();
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled > limit) return too_large(buffer, limit);
    if (size >= 0 && filled == whole) break;
  }
  buffer.resize(filled);
  return {};
}

tl::expected<void, std::string> read_file(std::string const& path, std::string& buffer,
                                          std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return system_error();
  struct stat status {};
  if (::fstat(file.fd(), &status) != 0) return system_error();
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return system_error();
  }
  return read_descriptor(file.fd(), size_of(status), buffer, limit);
}

tl::expected<void, std::string> read_regular_file(std::string const& path, std::string& buffer,
                                                  std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file) return system_error();
  struct stat status {};
  if (::fstat(file.fd(), &status) != 0) return system_error();
  if (!S_ISREG(status.st_mode)) return tl::unexpected<std::string>("is not a regular file");
  return read_descriptor(file.fd(), size_of(status), buffer, limit);
}

tl::expected<void, std::string> read_stream(std::istream& stream, std::string& buffer,
                                            std::size_t limit) {
  errno = 0;
  std::size_t filled = 0;
  do {
    buffer.resize(filled + grow_by);
    stream.read(buffer.data() + filled, grow_by);
    filled += static_cast<std::size_t>(stream.gcount());
    if (filled > limit) return too_large(buffer, limit);
  } while (stream);
  if (stream.bad()) {
    return errno != 0 ? system_error() : tl::unexpected<std::string>("cannot be read");
  }
  buffer.resize(filled);
  return {};
}

bool is_folder(std::string const& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::uint64_t file_stamp(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return 0;
  const std::timespec modified = modified_at(status);
  std::uint64_t stamp = text::hash64(path, 0);
  for (const auto part :
       {static_cast<std::uint64_t>(modified.tv_sec), static_cast<std::uint64_t>(modified.tv_nsec),
        static_cast<std::uint64_t>(status_changed_at(status).tv_nsec),
        static_cast<std::uint64_t>(status.st_size), static_cast<std::uint64_t>(status.st_ino)}) {
    stamp = text::mix64(stamp ^ part);
  }
  return stamp | 1;
}

}  // namespace hrefkit::site
