// The path of a rule as a pattern: text, placeholders and the splat.
//
// Names are compared percent-encoded, all in one way: each is decoded once, and what is not an RFC
// 3986 `pchar` is encoded again. So what a placeholder takes can stand in a URL as it is, and "%2F"
// is never a separator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/url/form_urlencoded.h"

namespace hrefkit::site {

/// What placeholders took, percent-encoded, by their names; the splat's is "splat".
using Captures = std::map<std::string, std::string, std::less<>>;

/// The names between the slashes, as the patterns compare them. Empty names do not count.
std::vector<std::string> path_names(std::string_view path);

/// A URL's path and query, taken apart once for all rules.
class PatternSubject {
 public:
  PatternSubject(std::string_view path, std::string_view query);

  std::span<std::string const> names() const { return names_; }
  std::span<url::FormEntry const> parameters() const { return parameters_; }

 private:
  std::vector<std::string> names_;
  std::vector<url::FormEntry> parameters_;
};

/// A part of a pattern's name.
struct PatternPiece {
  enum class Kind : std::uint8_t {
    text,
    placeholder,  ///< takes one byte or more of one name
    splat,        ///< takes anything, slashes too
  };
  Kind kind = Kind::text;
  std::string text;  ///< percent-encoded; or the placeholder's name
};

/// The path of one rule. `:` with a letter begins a placeholder, anywhere in a name; the first `*`
/// is the splat. A splat that is the last name takes the end of the path, too: `/a/*` fits `/a`.
/// The first placeholder of a name takes as much as it can, as regular expressions do.
class PathPattern {
 public:
  using Name = std::vector<PatternPiece>;

  /// Reads a path as it is written in the rule.
  explicit PathPattern(std::string_view path);

  std::span<Name const> names() const { return names_; }
  /// The number of the name with the splat, or that of all names.
  std::size_t splat() const { return splat_; }

  /// Whether the pattern fits the names of a path. Adds to `captures` even where it does not.
  bool fit(std::span<std::string const> names, Captures& captures) const;

 private:
  bool fit_rest(std::span<std::string const> names, Captures& captures) const;

  std::vector<Name> names_;
  std::size_t splat_ = 0;
};

/// The text that a name begins with, and the one that it ends with after a placeholder.
std::string_view head_of(PathPattern::Name const& name);
std::string_view tail_of(PathPattern::Name const& name);

/// True for a name without placeholder and splat.
bool is_text(PathPattern::Name const& name);

/// The rule's target with the placeholders filled in, when the rule fits. `pattern` is its path.
std::optional<std::string> apply_pattern(Redirect const& rule, PathPattern const& pattern,
                                         PatternSubject const& subject);

}  // namespace hrefkit::site
