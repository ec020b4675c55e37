// What a check reports: findings of the pages that were chosen, about links that are not excluded.
//
//   hrefkit check --root public --include-path 'docs/**' --exclude-url '^/old/' index.html docs
//
// All pages of the site are read for what links lead to; the filter decides by a path, once a page,
// and by a link's URL, where it would be a finding.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/options.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

/// The pages that --include-path and --exclude-path choose.
class ChosenPaths {
 public:
  explicit ChosenPaths(CheckCommand const& command)
      : include_(command.settings.include_path), exclude_(command.settings.exclude_path) {}

  bool contains(std::string_view path) const {
    return (include_.empty() || include_.fits(path)) && !exclude_.fits(path);
  }

  std::vector<std::size_t> unused_includes() const { return include_.unused(); }
  std::vector<std::size_t> unused_excludes() const { return exclude_.unused(); }

 private:
  /// Patterns, and which folders they match: each folder is asked about once.
  class Globs {
   public:
    explicit Globs(std::vector<std::string> const& patterns) : globs_(patterns) {}

    bool empty() const { return globs_.empty(); }
    std::vector<std::size_t> unused() const { return globs_.unused(); }

    /// True when a pattern matches the path, or a folder in which it lies.
    bool fits(std::string_view path) const {
      if (globs_.empty()) return false;
      const std::size_t slash = path.rfind('/');
      if (slash != std::string_view::npos && folder_fits(path.substr(0, slash))) return true;
      return globs_.match(path, site::PathKind::file);
    }

   private:
    bool folder_fits(std::string_view folder) const {
      const auto [known, is_new] = folders_.try_emplace(std::string(folder), false);
      if (is_new) known->second = globs_.match_within(folder, site::PathKind::folder);
      return known->second;
    }

    site::PathGlobs globs_;
    mutable std::unordered_map<std::string, bool, text::SeededHasher> folders_;
  };

  Globs include_;
  Globs exclude_;
};

/// The pages that are reported.
struct ReportedPages {
  /// Decides by the path below the root; empty when all are.
  std::function<bool(std::string_view path)> is_reported = {};
  std::vector<std::string> missing = {};  ///< inputs that do not exist
  /// Inputs that are not folders, each with its path below the root.
  std::vector<std::pair<std::string, std::string>> files = {};
  std::shared_ptr<ChosenPaths const> chosen = {};  ///< by patterns; null: all
};

/// Reads --exclude-url and the ignore files into `patterns`. Throws UsageError.
void read_patterns(CheckCommand const& command, UrlPatterns& patterns);

/// Reads which pages are reported. Throws UsageError for an input that is not below the root.
ReportedPages reported_pages(CheckCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
