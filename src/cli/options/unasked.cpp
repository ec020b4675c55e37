#include "hrefkit/cli/options/unasked.h"

#include <algorithm>
#include <boost/filesystem.hpp>

#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/web_hint.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

// As Linux has them.
constexpr int max_links = 40;
constexpr std::size_t max_path = 4096;

/// The first name of a path, which is taken off.
std::string take_name(std::string& path) {
  const std::size_t end = std::min(path.find('/'), path.size());
  std::string name = path.substr(0, end);
  path.erase(0, std::min(end + 1, path.size()));
  return name;
}

/// True where the text of a path has more `..` than names at some place.
bool climbs_out(std::string path) {
  std::size_t depth = 0;
  while (!path.empty()) {
    const std::string name = take_name(path);
    if (name == "..") {
      if (depth == 0) return true;
      --depth;
    } else if (!name.empty() && name != ".") {
      ++depth;
    }
  }
  return false;
}

/// Where `path` leads from the folder `from`, which has no links in it; empty where that cannot be
/// told. Names that do not exist stay: a link to such a name is followed, as writing follows it.
std::string destination(std::string const& from, std::string path) {
  std::string place = from;
  int links = 0;
  while (!path.empty()) {
    const std::string name = take_name(path);
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      place.erase(std::max<std::size_t>(place.rfind('/'), 1));  // that of "/" is "/"
      continue;
    }
    const std::string next = site::join_path(place, name);
    boost::system::error_code error;
    const fs::file_type type = fs::symlink_status(next, error).type();
    if (type == fs::status_error) return {};
    if (type != fs::symlink_file) {
      place = next;
      continue;
    }
    const std::string target = fs::read_symlink(next, error).native();
    if (error || ++links > max_links) return {};
    if (target.starts_with('/')) place = "/";
    path = target + '/' + path;
  }
  return place;
}

bool may_wait(std::string const& place) {
  boost::system::error_code error;
  const fs::file_type type = fs::symlink_status(place, error).type();
  return type != fs::file_not_found && type != fs::regular_file && type != fs::directory_file;
}

}  // namespace

bool stays_in(std::string const& folder, std::string const& path) {
  if (path.size() >= max_path || path.find('\0') != path.npos) return false;
  if (path.starts_with('/') || climbs_out(path)) return false;
  const auto top = site::real_path(folder);
  if (!top) return false;
  const std::string place = destination(*top, path);
  return site::path_below(place, *top) && !may_wait(place);
}

bool may_give_unasked(Unasked rule, std::string const& value) {
  switch (rule) {
    case Unasked::allowed:
      return true;
    case Unasked::in_folder:
      return value.empty() || (value != "-" && stays_in(".", value));
    case Unasked::maps_in_folder: {
      // NAME may have a '=', too, so what follows each of them stays in the folder.
      std::size_t equals = value.find('=');
      if (equals == value.npos) return false;
      for (; equals != value.npos; equals = value.find('=', equals + 1)) {
        if (!stays_in(".", value.substr(equals + 1))) return false;
      }
      return true;
    }
    case Unasked::offline:
      return value != "check";
    case Unasked::refused:
      return false;
  }
  return false;
}

bool may_list_unasked(std::string const& name) {
  return name != "-" && !is_web_url(name) && stays_in(".", name);
}

std::string refused_unasked(std::string_view what) {
  std::string message;
  for (const char c : what) {
    if (c == '\0') {
      message += "\\0";  // a message of an exception ends at a NUL
    } else {
      message += c;
    }
  }
  message += " is refused in a configuration that is read unasked; --config ";
  message += default_config;
  return message += " allows it";
}

}  // namespace hrefkit::cli
