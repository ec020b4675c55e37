#include "hrefkit/cli/io/file_identity.h"

#include <sys/stat.h>

#include <boost/filesystem/path.hpp>

#include "hrefkit/site/place.h"

namespace hrefkit::cli {

namespace {

std::optional<FileIdentity> identity(struct stat const& status) {
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{static_cast<std::uintmax_t>(status.st_dev), status.st_ino};
}

}  // namespace

std::optional<FileIdentity> regular_file(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return identity(status);
}

std::string place_of(std::string const& file) {
  namespace fs = boost::filesystem;
  const fs::path path(file);
  const auto folder = site::real_path(path.has_parent_path() ? path.parent_path().native() : ".");
  return folder ? (fs::path(*folder) / path.filename()).native() : std::string();
}

std::optional<FileIdentity> regular_file(int descriptor) {
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) return std::nullopt;
  return identity(status);
}

}  // namespace hrefkit::cli
