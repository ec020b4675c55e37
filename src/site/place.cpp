#include "hrefkit/site/place.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/site/path_parts.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

/// A path in normal form, and whether a `..` in it took a name away.
struct NormalPath {
  std::string text;
  bool went_up = false;
};

NormalPath normal_path(std::string_view absolute) {
  std::vector<std::string_view> names;
  NormalPath normal;
  while (!absolute.empty()) {
    const std::size_t end = std::min(absolute.find('/'), absolute.size());
    const std::string_view name = absolute.substr(0, end);
    absolute.remove_prefix(std::min(end + 1, absolute.size()));
    if (name.empty() || name == ".") continue;
    if (name != "..") {
      names.push_back(name);
    } else if (!names.empty()) {
      names.pop_back();
      normal.went_up = true;
    }
  }
  for (const std::string_view name : names) {
    normal.text += '/';
    normal.text += name;
  }
  if (normal.text.empty()) normal.text.push_back('/');
  return normal;
}

/// The path with the links of its folders followed, but not that of its last name; empty where
/// there is no such folder.
std::string real_place(std::string const& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {};
  const auto folder = real_path(path.substr(0, std::max(slash, std::size_t{1})));
  return folder ? (fs::path(*folder) / path.substr(slash + 1)).native() : std::string();
}

/// `path` without slashes and `/.` at its end, which some versions of Boost add to a path or keep.
std::string without_slash(std::string path) {
  while (path.size() > 1 && (path.ends_with('/') || path.ends_with("/."))) path.pop_back();
  return path;
}

bool is_missing(boost::system::error_code const& error) {
  return error == boost::system::errc::no_such_file_or_directory ||
         error == boost::system::errc::not_a_directory;
}

/// The real path of the longest part of `absolute` that exists, and the names after it as they are
/// written. Boost 1.74's weakly_canonical asks for the working folder, which may be gone.
fs::path weakly_canonical(std::string const& absolute, boost::system::error_code& error) {
  fs::path head = without_slash(absolute);
  fs::path missing;
  while (true) {
    const fs::path real = fs::canonical(head, "/", error);
    if (!error) return missing.empty() ? real : (real / missing).lexically_normal();
    if (!is_missing(error) || !head.has_relative_path()) return {};
    missing = missing.empty() ? head.filename() : head.filename() / missing;
    head = without_slash(head.parent_path().native());
  }
}

}  // namespace

tl::expected<std::string, std::string> real_path(std::string const& path, PathEnd end) {
  boost::system::error_code error;
  const std::string absolute =
      path.starts_with('/') ? path : (fs::current_path(error) / path).native();
  if (error) return tl::unexpected(error.message());
  const fs::path real = end == PathEnd::exists ? fs::canonical(without_slash(absolute), "/", error)
                                               : weakly_canonical(absolute, error);
  if (error) return tl::unexpected(error.message());
  return without_slash(real.native());
}

std::string absolute_path(std::string const& path) {
  std::string absolute = path;
  if (!path.starts_with('/')) {
    boost::system::error_code error;
    absolute = (fs::current_path(error) / path).native();
  }
  NormalPath normal = normal_path(absolute);
  if (!normal.went_up) return std::move(normal.text);
  boost::system::error_code error;
  const bool is_other =
      !fs::equivalent(absolute, normal.text, error) && fs::exists(absolute, error);
  return is_other ? real_path(absolute).value_or("") : std::move(normal.text);
}

std::optional<std::string> path_below(std::string const& path, std::string const& folder) {
  if (folder.empty() || !path.starts_with(folder)) return std::nullopt;
  if (path.size() == folder.size()) return std::string();
  if (folder.ends_with('/')) return path.substr(folder.size());
  if (path[folder.size()] != '/') return std::nullopt;
  return path.substr(folder.size() + 1);
}

std::optional<OutwardLink> outward_link(std::string const& path, std::string const& folder) {
  constexpr int max_links = 40;  // as Linux has it
  std::string at = path.starts_with('/') ? "/" : folder;
  std::string left = path;  // the names that are not followed yet
  std::string link;
  for (int links = 0; !left.empty();) {
    const std::size_t end = std::min(left.find('/'), left.size());
    const std::string name = left.substr(0, end);
    left.erase(0, end + 1);
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      at.resize(std::max(at.rfind('/'), std::size_t{1}));
      continue;
    }
    const std::string next = join_path(at, name);
    boost::system::error_code error;
    const std::string target = fs::read_symlink(next, error).native();
    if (error) {
      at = next;
      continue;
    }
    if (++links > max_links) return std::nullopt;  // no file can be opened there
    if (path_below(at, folder)) link = next;
    if (target.starts_with('/')) at = "/";
    left = join_path(target, left);
  }
  if (link.empty() || path_below(at, folder)) return std::nullopt;
  return OutwardLink{std::move(link), std::move(at)};
}

Place::Place(std::string const& folder)
    : path_(absolute_path(folder)), real_path_(real_path(path_).value_or("")) {}

std::optional<std::string> Place::relative(std::string const& path) const {
  const std::string absolute = absolute_path(path);
  if (auto found = path_below(absolute, path_)) return found;
  if (auto found = path_below(real_place(absolute), real_path_)) return found;
  const auto real = real_path(absolute);
  return real ? path_below(*real, real_path_) : std::nullopt;
}

}  // namespace hrefkit::site
