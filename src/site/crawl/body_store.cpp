#include "hrefkit/site/crawl/body_store.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>

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

tl::expected<StoredBody, std::string> BodyStore::add(std::string_view body) {
  if (body.size() > max_bytes - size()) {
    return tl::unexpected<std::string>("the pages take more than 16 GiB");
  }
  const StoredBody place{size(), body.size()};
  if (body.size() < max_unwritten) {
    unwritten_ += body;
    if (unwritten_.size() < max_unwritten) return place;
    body = {};
  }
  for (const std::string_view bytes : {std::string_view(unwritten_), body}) {
    if (auto written = write(bytes); !written) return tl::unexpected(written.error());
  }
  unwritten_.clear();
  return place;
}

tl::expected<void, std::string> BodyStore::write(std::string_view bytes) {
  if (file_ < 0) {
    if (auto opened = open(); !opened) return opened;
  }
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(written_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      return tl::unexpected("the temporary file of pages cannot be written in " +
                            temporary_folder_path() + ": " + system_error_text());
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
    written_ += static_cast<std::uint64_t>(written);
  }
  return {};
}

tl::expected<void, std::string> BodyStore::read(StoredBody const& body, std::string& buffer) const {
  if (body.begin >= written_) {
    buffer.assign(unwritten_, static_cast<std::size_t>(body.begin - written_),
                  static_cast<std::size_t>(body.size));
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
