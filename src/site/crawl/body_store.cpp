#include "hrefkit/site/crawl/body_store.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

#include "hrefkit/site/path_parts.h"

namespace hrefkit::site {

namespace {

std::string system_error_text() {
  return std::strerror(errno);  // NOLINT(concurrency-mt-unsafe): as all messages of the system
}

/// The folder for temporary files: what TMPDIR names, or the system's. /var/tmp comes first, since
/// /tmp may be in memory.
std::string temporary_folder_path() {
  char const* const given = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe)
  if (given != nullptr && *given != '\0') return given;
  return ::access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp";
}

}  // namespace

BodyStore::~BodyStore() {
  if (file_ >= 0) ::close(file_);
}

tl::expected<void, std::string> BodyStore::open() {
  const std::string folder = temporary_folder_path();
  std::string name = join_path(folder, "hrefkit-crawl-XXXXXX");
  file_ = ::mkstemp(name.data());
  if (file_ < 0) {
    return tl::unexpected("no temporary file can be made in " + folder + ": " +
                          system_error_text());
  }
  ::unlink(name.c_str());
  ::fcntl(file_, F_SETFD, FD_CLOEXEC);
  return {};
}

tl::expected<StoredBody, std::string> BodyStore::add(std::string body) {
  if (body.size() > max_bytes - size()) {
    return tl::unexpected<std::string>("the pages take more than 16 GiB");
  }
  const StoredBody place{size(), body.size()};
  if (body.empty()) return place;
  unwritten_size_ += body.size();
  unwritten_.push_back(std::move(body));
  if (unwritten_size_ < max_unwritten && unwritten_.size() < max_unwritten_bodies) return place;
  if (auto written = write(); !written) return tl::unexpected(written.error());
  return place;
}

/// Writes all that is unwritten.
tl::expected<void, std::string> BodyStore::write() {
  if (file_ < 0) {
    if (auto opened = open(); !opened) return opened;
  }
  std::vector<iovec> pieces;
  pieces.reserve(unwritten_.size());
  for (std::string& body : unwritten_) pieces.push_back({body.data(), body.size()});
  for (std::span<iovec> left(pieces); !left.empty();) {
    const ssize_t written = ::writev(file_, left.data(), static_cast<int>(left.size()));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      return tl::unexpected("the temporary file of pages cannot be written in " +
                            temporary_folder_path() + ": " + system_error_text());
    }
    written_ += static_cast<std::uint64_t>(written);
    auto rest = static_cast<std::size_t>(written);
    while (!left.empty() && rest >= left.front().iov_len) {
      rest -= left.front().iov_len;
      left = left.subspan(1);
    }
    if (rest == 0) continue;
    left.front().iov_base = static_cast<char*>(left.front().iov_base) + rest;
    left.front().iov_len -= rest;
  }
  unwritten_.clear();
  unwritten_size_ = 0;
  return {};
}

tl::expected<void, std::string> BodyStore::read(StoredBody const& body, std::string& buffer) const {
  if (body.size == 0) {
    buffer.clear();
    return {};
  }
  if (body.begin >= written_) {
    std::uint64_t begin = written_;
    auto waiting = unwritten_.begin();
    while (begin != body.begin) begin += (waiting++)->size();
    buffer = *waiting;
    return {};
  }
  buffer.resize(static_cast<std::size_t>(body.size));
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t got = ::pread(file_, buffer.data() + done, buffer.size() - done,
                                static_cast<off_t>(body.begin + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected(system_error_text());
    if (got == 0) return tl::unexpected<std::string>("the temporary file of pages is too short");
    done += static_cast<std::size_t>(got);
  }
  return {};
}

}  // namespace hrefkit::site
