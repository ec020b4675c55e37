// Patterns for paths, as in .gitignore.
//
//   PathGlob("*.html").matches("a/b.html", PathKind::file)  // true: the last name counts
//   PathGlob("a/**/c").matches("a/c", PathKind::file)       // true: any number of folders
//   PathGlob("drafts/").matches("drafts", PathKind::file)   // false: folders only
//
// A pattern is compiled when it is made: the text that names must begin and end with, and one atom
// for each character, `?`, `*` or set. A name is matched without going back: the places that the
// atoms so far can reach are bits, and an atom moves all of them at once. So a name of n characters
// costs at most n * n / 32 steps, whatever the pattern is, and few where it has no common text.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::site {

/// What a path names.
enum class PathKind : bool { file, folder };

/// No path of a file is longer, so no pattern needs to be. Commands refuse longer ones.
inline constexpr std::size_t max_glob_bytes = 4096;

/// The pattern of one name.
class NameGlob {
 public:
  /// A name, and what its patterns share.
  class Name;

  explicit NameGlob(std::string_view pattern);

  /// True for `**`, which is any number of names.
  bool is_any_folders() const { return is_any_folders_; }

  bool matches(Name const& name) const;

 private:
  enum class AtomKind : std::uint8_t { character, any_character, set, star };

  /// `value` is the key of a character, or the number of a set.
  struct Atom {
    AtomKind kind;
    std::uint32_t value = 0;
  };

  /// The characters of a set: those of one byte, and the others as ranges of keys, sorted.
  struct Set {
    text::ByteSet bytes = {};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges = {};
    bool is_negated = false;

    bool contains(std::uint32_t character) const;
  };

  /// What the pattern has: only characters, one star among them, or more.
  enum class Form : std::uint8_t { text, one_star, other };

  static std::size_t read_set(std::string_view pattern, Set& set);
  void find_common_text();
  bool matches_by_atoms(Name const& name) const;

  bool is_any_folders_;
  Form form_ = Form::text;
  std::vector<Atom> atoms_;
  std::vector<Set> sets_;
  std::string prefix_;  // what names begin with
  std::string suffix_;  // what they end with
};

/// One pattern. `*` is any text in a name, `?` one character, `[a-z]` and `[!a-z]` one of a set,
/// `[[:digit:]]` one of a class; `\` takes the next character as it is. A name `**` is any number
/// of folders. With a slash at its beginning or in its middle the pattern is for the whole path,
/// else for the last name.
class PathGlob {
 public:
  explicit PathGlob(std::string_view pattern);

  /// `path` has `/` between names, none at its ends. Takes time linear in the product of the
  /// numbers of names, for each `**` but the last.
  bool matches(std::string_view path, PathKind kind) const;

 private:
  friend class PathGlobs;
  class Path;

  bool matches(Path const& path, std::size_t count, PathKind kind) const;

  std::vector<NameGlob> names_;  // the pattern's, between its slashes
  bool folders_only_ = false;
};

/// Several patterns, asked at once, by several threads if need be. Copies know together which of
/// them have matched.
class PathGlobs {
 public:
  PathGlobs() = default;
  explicit PathGlobs(std::vector<std::string> const& patterns) {
    for (std::string const& pattern : patterns) add(pattern);
  }

  /// Before the first path is asked for.
  void add(std::string_view pattern);
  bool empty() const { return globs_.empty(); }

  /// The numbers of the patterns that have matched no path so far.
  std::vector<std::size_t> unused() const;

  /// True when a pattern matches the path.
  bool match(std::string_view path, PathKind kind) const;

  /// True when a pattern matches the path, or a folder in which it lies.
  bool match_within(std::string_view path, PathKind kind) const;

 private:
  /// Which patterns have matched.
  struct Uses {
    std::deque<std::atomic<bool>> used;
    std::atomic<std::size_t> unused = 0;
  };

  bool match(PathGlob::Path const& path, std::size_t count, PathKind kind) const;
  void note_uses(PathGlob::Path const& path, std::size_t count, PathKind kind) const;

  std::vector<PathGlob> globs_;
  std::shared_ptr<Uses> uses_ = std::make_shared<Uses>();
};

/// True when one name matches the pattern of one name.
bool name_matches(std::string_view pattern, std::string_view name);

}  // namespace hrefkit::site
