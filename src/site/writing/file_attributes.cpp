#include "hrefkit/site/writing/file_attributes.h"

#include "hrefkit/site/writing/temporary_file.h"

#if __has_include(<sys/xattr.h>) && !defined(HREFKIT_FALLBACKS)
#include <sys/xattr.h>

#include <algorithm>
#include <string_view>
#define HREFKIT_XATTR 1
#endif

namespace hrefkit::site {

#ifdef HREFKIT_XATTR

namespace {

constexpr std::string_view access_list = "system.posix_acl_access";

// The one macro that only macOS defines tells which form the functions have.
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

/// Only the system may set what belongs to it.
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

/// Only the system may set what belongs to it, like the labels of SELinux.
bool is_users(std::string_view name) {
  return name == access_list || name.starts_with("user.");
}

#endif

/// The names of the extended attributes of a file, each with a NUL byte after it. Empty where the
/// file system has none.
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
  // The list that the folder gives to new files would let others read the page.
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

}  // namespace hrefkit::site
