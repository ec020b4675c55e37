#include "hrefkit/cli/io/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <functional>
#include <utility>

#include "hrefkit/cli/io/file_identity.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/replace_file.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t buffer_size = std::size_t{64} << 10;
constexpr int most_links = 40;  // as Linux has it

std::error_code last_error() {
  return {errno, std::generic_category()};
}

/// Where the links at `path` lead to in the end, whether or not there is a file.
std::string follow_links(std::string path) {
  std::array<char, PATH_MAX> link;
  for (int i = 0; i < most_links; ++i) {
    const ssize_t length = ::readlink(path.c_str(), link.data(), link.size());
    if (length < 0) return path;
    const std::string_view next(link.data(), static_cast<std::size_t>(length));
    path = next.starts_with('/') ? std::string(next)
                                 : std::string(site::folder_part(path)).append(next);
  }
  return path;
}

mode_t mode_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

constexpr std::size_t random_part = 6;  // of the name of a temporary file

/// How the names of the temporary files of a target begin: a run removes those that killed runs
/// left for its own target alone. Where locks do not reach from one machine to another, those of
/// other targets may be in use.
std::string prefix_of(std::string_view target) {
  return ".hrefkit-" + std::to_string(std::hash<std::string_view>()(target)) + '-';
}

/// The standard stream that has this file open for writing, or -1.
int standard_stream(std::string const& path) {
  const auto wanted = regular_file(path);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    if (wanted && wanted == regular_file(descriptor)) return descriptor;
  }
  return -1;
}

}  // namespace

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

std::error_code OutputFile::open(std::string const& path) {
  if (path.find('\0') != std::string::npos) return {EINVAL, std::generic_category()};
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return last_error();
  if (exists && S_ISDIR(status.st_mode)) return {EISDIR, std::generic_category()};
  if (exists && (!S_ISREG(status.st_mode) || standard_stream(path) >= 0)) {
    return open_straight(path);
  }
  if (exists && ::access(path.c_str(), W_OK) != 0) return last_error();
  return open_temporary(path);
}

std::error_code OutputFile::open_straight(std::string const& path) {
  const int standard = standard_stream(path);
  descriptor_ = standard >= 0 ? ::fcntl(standard, F_DUPFD_CLOEXEC, 0)
                              : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  return descriptor_ < 0 ? last_error() : std::error_code();
}

std::error_code OutputFile::open_temporary(std::string const& path) {
  target_ = follow_links(path);
  const std::string folder(site::folder_part(target_));
  const std::string prefix = prefix_of(target_.substr(folder.size()));
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    std::string name = folder + prefix + "XXXXXX";
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) return last_error();
    temporary_ = std::move(name);
  } while (!site::lock_temporary_file(descriptor_));
  removal_ = std::make_unique<RemovalOnSignal>(temporary_);
  site::remove_leftovers(folder, [&](std::string_view name) {
    return name.starts_with(prefix) && name.size() == prefix.size() + random_part;
  });
  return copy_mode();
}

/// The temporary file gets the mode and, where that is allowed, the owner of the target.
std::error_code OutputFile::copy_mode() const {
  struct stat status {};
  mode_t mode = mode_of_new_files();
  if (::stat(target_.c_str(), &status) == 0) {
    mode = status.st_mode & 07777;
    if (::fchown(descriptor_, status.st_uid, status.st_gid) != 0) mode &= 0777;
  }
  return ::fchmod(descriptor_, mode) != 0 ? last_error() : std::error_code();
}

std::error_code OutputFile::write(std::string_view text) {
  if (buffer_.size() + text.size() >= buffer_size) {
    if (const std::error_code error = flush()) return error;
    if (text.size() >= buffer_size) return write_all(text);
  }
  buffer_ += text;
  return {};
}

std::error_code OutputFile::flush() {
  const std::error_code error = write_all(buffer_);
  buffer_.clear();
  return error;
}

std::error_code OutputFile::write_all(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return last_error();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

std::error_code OutputFile::close() {
  const int descriptor = std::exchange(descriptor_, -1);
  return ::close(descriptor) != 0 ? last_error() : std::error_code();
}

std::error_code OutputFile::commit() {
  if (const std::error_code error = flush()) return error;
  if (temporary_.empty()) return close();
  if (::fsync(descriptor_) != 0) return last_error();
  if (const std::error_code error = close()) return error;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return last_error();
  temporary_.clear();
  removal_.reset();
  return {};
}

}  // namespace hrefkit::cli
