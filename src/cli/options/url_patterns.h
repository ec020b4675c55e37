// Regular expressions for URLs to leave out: those of --exclude-url and, in `check`, of
// `.hrefkitignore`.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

class Messages;

/// The name of the file with one expression a line; lines that begin with '#' are comments.
inline constexpr char const* ignore_file = ".hrefkitignore";

/// A set of expressions. Matching takes time linear in the URL, whatever the expressions are (RE2).
/// Add all before the first URL is matched.
class UrlPatterns {
 public:
  UrlPatterns();
  ~UrlPatterns();

  /// Adds an expression, or returns an error.
  tl::expected<void, std::string> add(std::string const& pattern);

  /// Adds the expressions of an ignore file's text. The message names the line.
  tl::expected<void, std::string> add_lines(std::string_view text);

  bool empty() const;

  /// Starts recording which expressions match, of the first `max_noted` that were added so far.
  void note_uses();
  static constexpr std::size_t max_noted = 100;

  /// The indexes of the recorded expressions that have matched no URL so far.
  std::vector<std::size_t> unused() const;

  /// The expression with that index.
  std::string const& pattern(std::size_t index) const;

  /// All expressions, one per line.
  std::string const& text() const { return text_; }

  /// True if an expression matches a part of `url`. Thread-safe.
  bool match(std::string_view url) const;

 private:
  std::string text_;
  struct Compiled;

  std::unique_ptr<Compiled> compiled_;
};

/// Adds the expressions of --exclude-url, and records their matches. Throws UsageError.
void add_excluded_urls(std::vector<std::string> const& exclude_url, UrlPatterns& patterns);

/// The URLs that the options leave out.
class UrlExclusion {
 public:
  /// Throws UsageError.
  explicit UrlExclusion(CommonOptions const& common);

  /// Returns a predicate for excluded URLs, or an empty function without expressions. Thread-safe;
  /// it may outlive this object.
  std::function<bool(std::string_view url)> predicate() const;

  /// Warns of expressions that have matched no URL.
  void warn_of_unused(CommonOptions const& common, Messages& messages) const;

 private:
  std::shared_ptr<UrlPatterns> patterns_;
};

/// Returns a predicate for texts that contain a match of one of `patterns`, the values of `option`,
/// or an empty function without patterns. Thread-safe. Throws UsageError for an invalid pattern.
std::function<bool(std::string_view text)> matcher_of(char const* option,
                                                      std::vector<std::string> const& patterns);

// Warnings about patterns, also those of paths.

/// Warns of GLOBs that look like regular expressions: "^drafts/", ".*\.html$".
void warn_of_globs(std::string_view option, std::vector<std::string> const& globs,
                   Messages& messages);

/// The same for the shared options, and a warning with the new name of an old option.
void warn_of_patterns(CommonOptions const& common, Messages& messages);

/// Warns of the expressions of the options that have matched no URL; `patterns` begin with them,
/// and `details` are appended to each.
void warn_of_unused_urls(std::vector<std::string> const& exclude_url, UrlPatterns const& patterns,
                         Messages& messages, std::string_view details = {});

/// The same for those of ignore files, which come after them: one line for all.
void warn_of_unused_lines(std::vector<std::string> const& exclude_url, UrlPatterns const& patterns,
                          Messages& messages);

/// Warns of GLOBs of an option that have matched no path: those with the indexes `unused`, where
/// the first one of the option has the index `first`.
void warn_of_unused_globs(std::string_view option, std::vector<std::string> const& globs,
                          std::vector<std::size_t> const& unused, std::size_t first,
                          Messages& messages);

}  // namespace hrefkit::cli
