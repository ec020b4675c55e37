// Where a path leads, by which links, and where that is below a folder.
//
//   Place root("public");
//   root.relative("./public/sub/../a.html")   // "a.html"
//   root.relative("other/a.html")             // nothing
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace hrefkit::site {

/// Whether a path must lead to something.
enum class PathEnd { exists, may_be_missing };

/// The absolute path of what `path` leads to, links followed, without `.` and `..`, and without a
/// slash at its end (but "/" itself). With `may_be_missing`, the names from the first missing one
/// on stay as they are written. The error is the system's message: "No such file or directory".
/// Only a relative path needs the working folder.
tl::expected<std::string, std::string> real_path(std::string const& path,
                                                 PathEnd end = PathEnd::exists);

/// `path` made absolute by the working folder, without `.`, `..` and doubled slashes, and without a
/// slash at its end. Links stay, except where a `..` behind a link means another place than the
/// text does: then the path without links is given.
std::string absolute_path(std::string const& path);

/// Where `path` is below `folder`, with `/` between names; "" for the folder itself; nothing where
/// it is not below. Both are absolute and normal, and compared as they are written.
std::optional<std::string> path_below(std::string const& path, std::string const& folder);

/// A symbolic link that leads out of the folder in which, or below which, it lies.
struct OutwardLink {
  std::string link;    ///< its path, absolute
  std::string target;  ///< where the path with the link leads; it need not exist
};

/// The last symbolic link below `folder` that `path` passes through, if it leads out of `folder`. A
/// relative path begins at `folder`. nullopt for a path that stays in `folder`, or that leads out
/// without such a link. `folder` is absolute and without links.
std::optional<OutwardLink> outward_link(std::string const& path, std::string const& folder);

/// A folder that other paths are compared with.
class Place {
 public:
  /// `folder` need not exist.
  explicit Place(std::string const& folder);

  /// The folder's path as `absolute_path` gives it.
  std::string const& path() const { return path_; }

  /// Where `path` is below the folder, with `/` between names; empty for the folder itself; nothing
  /// where it is not below. Paths are compared as they are written, made absolute; then, where that
  /// fails, with their links followed.
  std::optional<std::string> relative(std::string const& path) const;

 private:
  std::string path_;
  std::string real_path_;  // without links; empty where there is no such folder
};

}  // namespace hrefkit::site
