// A regular expression for the path of a rule, for hosts whose patterns say more than placeholders
// do. The index (redirect_index.h) proposes the rule, the expression decides.
//
//   auto expression = PathExpression::compile({.expression = "/post/(\\d+)", .names = {"id"}});
//   Captures captures;
//   if (expression->fit("/post/7", captures)) captures["p_id"];  // "7", as captures["p_1"]
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

/// What placeholders took, percent-encoded, by their names; the splat's is "splat".
using Captures = std::map<std::string, std::string, std::less<>>;

/// What an expression is made of.
struct ExpressionParts {
  /// What must not follow in the path from the beginning of a group on.
  struct Exclusion {
    std::size_t group = 0;  ///< 0: the path
    std::string expression;
  };

  std::string expression = {};             ///< RE2's syntax, for a path as patterns compare it
  std::vector<std::string> names = {};     ///< of its groups, in their order; empty for none
  std::vector<Exclusion> exclusions = {};  ///< the path fits where none of them does
  /// A text that each path has that fits. Most paths have it not, which is soon seen.
  std::string needle = {};
  bool ignores_case = false;
  bool fits_anywhere = false;  ///< else the whole path fits
};

/// Compiled parts. Fitting a path takes time linear in it.
class PathExpression {
 public:
  /// Null where RE2 does not take the expression: it has a look-ahead, say, or is too large.
  static std::shared_ptr<PathExpression const> compile(ExpressionParts const& parts);

  PathExpression(PathExpression const&) = delete;
  PathExpression& operator=(PathExpression const&) = delete;
  ~PathExpression();

  /// False where the path does not fit, for it lacks a text. It is in lower case where letter case
  /// does not count.
  bool may_fit(std::string_view path) const;

  /// Whether a path fits. Adds what the groups took to `captures`, as "p_1", "p_2" and so on, and
  /// as "p_NAME".
  bool fit(std::string_view path, Captures& captures) const;

  /// True for the name of a capture: "p_1".
  bool captures_as(std::string_view name) const;

 private:
  struct Compiled;

  explicit PathExpression(std::unique_ptr<Compiled const> compiled);

  std::unique_ptr<Compiled const> compiled_;
};

/// `text` as an expression that fits it alone.
std::string quoted_expression(std::string_view text);

}  // namespace hrefkit::site
