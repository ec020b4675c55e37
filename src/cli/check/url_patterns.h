// URLs that are not to be reported: regular expressions of the command line and of
// `.hrefkitignore`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace hrefkit::cli {

/// The name of the file with one expression a line; lines that begin with '#' are comments.
inline constexpr char const* ignore_file = ".hrefkitignore";

/// A set of expressions. Matching takes time linear in the URL, whatever the expressions are (RE2).
/// All are added before the first URL is asked for.
class UrlPatterns {
 public:
  UrlPatterns();
  ~UrlPatterns();

  /// Adds an expression, or says what is wrong with it.
  tl::expected<void, std::string> add(std::string const& pattern);

  /// Adds the expressions of an ignore file's text. The message names the line.
  tl::expected<void, std::string> add_lines(std::string_view text);

  bool empty() const;

  /// All expressions, one a line.
  std::string const& text() const { return text_; }

  /// True when an expression matches a part of `url`. Safe to call from several threads.
  bool match(std::string_view url) const;

 private:
  std::string text_;
  struct Compiled;
  std::unique_ptr<Compiled> compiled_;
};

}  // namespace hrefkit::cli
