// Patterns for paths, as in .gitignore.
//
//   PathGlob("*.html").matches("a/b.html", PathKind::file)  // true: the last name counts
//   PathGlob("a/**/c").matches("a/c", PathKind::file)       // true: any number of folders
//   PathGlob("drafts/").matches("drafts", PathKind::file)   // false: folders only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

/// What a path names.
enum class PathKind : bool { file, folder };

/// One pattern. `*` is any text in a name, `?` one character, `[a-z]` and `[!a-z]` one of a set,
/// `[[:digit:]]` one of a class; `\` takes the next character as it is. A name `**` is any number
/// of folders. With a slash at its beginning or in its middle the pattern is for the whole path,
/// else for the last name.
class PathGlob {
 public:
  explicit PathGlob(std::string_view pattern);

  /// `path` has `/` between names, none at its ends. Takes time linear in the product of the
  /// lengths, for each `**`.
  bool matches(std::string_view path, PathKind kind) const;

 private:
  std::vector<std::string> names_;  // the pattern's, between its slashes
  bool folders_only_ = false;
};

/// True when one name matches the pattern of one name.
bool name_matches(std::string_view pattern, std::string_view name);

}  // namespace hrefkit::site
