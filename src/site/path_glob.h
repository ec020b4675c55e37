// Patterns for paths, as in .gitignore.
//
//   PathGlob("*.html").matches("a/b.html", PathKind::file)  // true: the last name counts
//   PathGlob("a/**/c").matches("a/c", PathKind::file)       // true: any number of folders
//   PathGlob("drafts/").matches("drafts", PathKind::file)   // false: folders only
//
// `*` is any text in a name, `?` one character, `[a-z]` and `[!a-z]` one of a set, `[[:digit:]]`
// one of a class; `\` takes the next character as it is. A name `**` is any number of folders. With
// a slash at its beginning or in its middle the pattern is for the whole path, else for the last
// name.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

/// What a path names.
enum class PathKind : bool { file, folder };

/// No path of a file is longer, so no pattern needs to be: a longer one matches nothing. Commands
/// refuse it.
inline constexpr std::size_t max_glob_bytes = 4096;

/// Several patterns, asked at once, by several threads if need be. Copies share them. A path has
/// `/` between names, none at its ends; a match takes time linear in its length.
class PathGlobs {
 public:
  PathGlobs() : PathGlobs(std::vector<std::string>()) {}
  explicit PathGlobs(std::vector<std::string> const& patterns);

  /// Before the first path is asked for.
  void add(std::string_view pattern);
  bool empty() const;

  /// The numbers of the patterns that have matched no path so far.
  std::vector<std::size_t> unused() const;

  /// True when a pattern matches the path.
  bool match(std::string_view path, PathKind kind) const;

  /// True when a pattern matches the path, or a folder in which it lies.
  bool match_within(std::string_view path, PathKind kind) const;

 private:
  struct Compiled;

  std::shared_ptr<Compiled> compiled_;
};

/// One pattern.
class PathGlob {
 public:
  explicit PathGlob(std::string_view pattern) { globs_.add(pattern); }

  bool matches(std::string_view path, PathKind kind) const { return globs_.match(path, kind); }

 private:
  PathGlobs globs_;
};

/// True when one name matches the pattern of one name.
inline bool name_matches(std::string_view pattern, std::string_view name) {
  return PathGlob(pattern).matches(name, PathKind::file);
}

}  // namespace hrefkit::site
