// The patterns of paths that hosts have: those of path-to-regexp, globs, regular expressions, and
// the wildcards of Azure and GitLab. Each is read twice over: as a path of a `_redirects` file,
// for the index, which fits whatever the pattern fits and perhaps more; and as an expression, which
// fits just that.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/site/redirects.h"
#include "hrefkit/site/redirects/path_expression.h"

namespace hrefkit::site {

/// A pattern that was read.
struct PatternParts {
  std::string from;         ///< for the index
  ExpressionParts exact{};  ///< without an expression, `from` says all there is
};

/// A pattern of path-to-regexp 6.1 as Vercel uses it (strict, with letter case): `:name`, `:name*`,
/// `:name(expression)`, `(expression)`, `{/:name}?`. Nothing if a group has no end.
std::optional<PatternParts> read_path_pattern(std::string_view source);

/// A glob of Firebase Hosting: `*`, `**`, `!(a|b)`, `{a,b}`, `[a-z]`, a first `!`; and parts such
/// as `:name*`. Nothing if a group has no end.
std::optional<PatternParts> read_glob(std::string_view source);

/// A regular expression. One for a part of the path (`fits_anywhere`) may begin with `^`.
PatternParts read_regular_expression(std::string_view source, bool fits_anywhere);

/// A path of a GitLab Pages rule: `:name` and `*` are whole names, and letter case does not count.
PatternParts read_gitlab_path(std::string_view source);

/// A route of Azure Static Web Apps: a path, or one with a `*` at its end or before extensions,
/// `/a/*.{png,jpg}`. Nothing for another.
std::optional<PatternParts> read_azure_route(std::string_view source);

/// Compiles the expressions of a file, as far as memory is given to them. Rules beyond that fit
/// what the index takes for them.
class PatternCompiler {
 public:
  /// Makes the path and the target of a rule. In `destination`, `:name`, `:name*`, `$1` and
  /// `$name` stand for what the parts of the pattern took. Where that is not known, a service of
  /// the host answers.
  void set(Redirect& rule, PatternParts pattern, std::string_view destination);

 private:
  std::size_t expressions_ = 0;
};

}  // namespace hrefkit::site
