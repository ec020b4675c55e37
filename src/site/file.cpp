#include "hrefkit/site/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <istream>
#include <limits>

namespace hrefkit::site {

namespace {

/// Closes a file descriptor at the end of the scope.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

tl::unexpected<std::string> system_error() {
  return tl::unexpected<std::string>(std::strerror(errno));
}

tl::unexpected<std::string> too_large() {
  return tl::unexpected<std::string>("the file is 4 GiB or larger");
}

constexpr std::size_t grow_by = std::size_t{64} * 1024;
constexpr std::size_t too_many_bytes = std::numeric_limits<std::uint32_t>::max();

}  // namespace

tl::expected<void, std::string> read_file(std::string const& path, std::string& buffer) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) return system_error();
  struct stat status {};
  if (::fstat(file.fd, &status) != 0) return system_error();
  if (S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return system_error();
  }
  if (status.st_size > 0 && static_cast<std::uint64_t>(status.st_size) >= too_many_bytes) {
    return too_large();
  }
  // One byte more than the size, so that a read that gives just the size saw the file's end. Sizes
  // are not always true.
  buffer.resize(static_cast<std::size_t>(status.st_size) + 1);
  std::size_t filled = 0;
  while (true) {
    if (filled == buffer.size()) buffer.resize(buffer.size() + grow_by);
    const ssize_t count = ::read(file.fd, buffer.data() + filled, buffer.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error();
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled >= too_many_bytes) return too_large();
    if (S_ISREG(status.st_mode) && filled == static_cast<std::size_t>(status.st_size)) break;
  }
  buffer.resize(filled);
  return {};
}

tl::expected<void, std::string> read_stream(std::istream& stream, std::string& buffer) {
  errno = 0;
  std::size_t filled = 0;
  do {
    buffer.resize(filled + grow_by);
    stream.read(buffer.data() + filled, grow_by);
    filled += static_cast<std::size_t>(stream.gcount());
  } while (stream);
  if (stream.bad()) {
    return errno != 0 ? system_error() : tl::unexpected<std::string>("cannot be read");
  }
  buffer.resize(filled);
  return {};
}

}  // namespace hrefkit::site
