#include "hrefkit/cli/check/settings.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <unordered_map>
#include <unordered_set>

#include "hrefkit/cli/io/file_identity.h"
#include "hrefkit/cli/io/output_guard.h"
#include "hrefkit/cli/options/choice.h"
#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/site/place.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

/// "RULE=LEVEL", taken apart.
RuleSeverity parse_severity(std::string const& text) {
  const std::size_t equals = text.find('=');
  const std::string rule_name = text.substr(0, equals);
  const auto rule = site::rule_from_name(rule_name);
  if (!rule) throw UsageError("--severity", unknown_choice(rule_name, choice_names<site::Rule>()));
  const std::string level = equals == std::string::npos ? "" : text.substr(equals + 1);
  const auto severity = site::severity_from_name(level);
  if (!severity) {
    throw UsageError("--severity",
                     "'" + text + "' is not RULE=error, RULE=warning, RULE=note or RULE=off");
  }
  return {*rule, *severity};
}

/// The pages that --include-path and --exclude-path choose.
class ChosenPaths {
 public:
  explicit ChosenPaths(CheckCommand const& command)
      : include_(command.include_path), exclude_(command.exclude_path) {}

  bool contains(std::string_view path) const {
    return (include_.empty() || include_.fits(path)) && !exclude_.fits(path);
  }

 private:
  /// Patterns, and which folders they match: each folder is asked about once.
  class Globs {
   public:
    explicit Globs(std::vector<std::string> const& patterns) : globs_(patterns) {}

    bool empty() const { return globs_.empty(); }

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

/// Files and folders that are named one by one, by their paths below the root.
class NamedPaths {
 public:
  explicit NamedPaths(std::string const& root) : root_(root) {
    top_ = site::real_path(root).value_or("");
  }

  /// False when nothing has that path. Throws UsageError when it is not below the root.
  bool add(std::string const& input) {
    const auto place = site::real_path(input);
    if (!place) return false;
    boost::system::error_code error;
    const auto path = site::path_below(*place, top_);
    if (!path) throw UsageError("INPUT", "'" + input + "' is not below " + root_);
    if (path->empty()) {
      has_all_ = true;
    } else if (fs::is_directory(*place, error)) {
      folders_.push_back(*path + "/");
    } else {
      files_.insert(*path);
      inputs_.emplace_back(input, *path);
    }
    return true;
  }

  bool has_all() const { return has_all_; }

  std::vector<std::pair<std::string, std::string>> take_inputs() { return std::move(inputs_); }

  bool contains(std::string const& path) const {
    return has_all_ || files_.contains(path) ||
           std::any_of(folders_.begin(), folders_.end(),
                       [&](std::string const& folder) { return path.starts_with(folder); });
  }

 private:
  std::string root_;
  std::string top_;
  bool has_all_ = false;
  std::unordered_set<std::string, text::SeededHasher> files_;
  std::vector<std::string> folders_;                         // each with a slash at its end
  std::vector<std::pair<std::string, std::string>> inputs_;  // files as given, and their paths
};

/// Reads a file of the site. A link may lead to another file of the site.
tl::expected<void, std::string> read_in_root(std::string const& root, std::string const& name,
                                             std::string& bytes) {
  const auto folder = site::InputFolder::open(root);
  if (!folder) return tl::unexpected(folder.error());
  const auto place = (*folder)->place_of(name);
  if (!place) return tl::unexpected(place.error() + "; not read");
  return (*folder)->read(*place, bytes);
}

/// True when the inputs are pages of the site and not its folder.
bool names_pages(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (!command.root.empty() || inputs.empty()) return true;
  boost::system::error_code error;
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](std::string const& input) { return fs::is_regular_file(input, error); });
}

}  // namespace

std::string site_root(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (!command.root.empty()) {
    if (!site::is_folder(command.root))
      throw UsageError("--root", command.root + " is not a folder");
    return command.root;
  }
  if (inputs.empty() && command.common.files_from.empty()) {
    throw UsageError("FOLDER", "no folder to check is given");
  }
  if (names_pages(command)) return ".";
  if (inputs.size() > 1) {
    throw UsageError("FOLDER", "one folder is checked; for a part of a site give --root DIR, too");
  }
  if (!site::is_folder(inputs.front()))
    throw UsageError("FOLDER", inputs.front() + " is not a folder");
  return inputs.front();
}

site::SiteOptions site_options(CheckCommand const& command) {
  site::SiteOptions options;
  options.root = site_root(command);
  options.hidden = command.hidden;
  options.extensions = served_extensions(command.extensions);
  if (!command.index.empty()) options.index = served_indexes(command.index);
  const std::string url = folder_url("--site-url", command.common.site_url, url::Standard::whatwg);
  if (url.empty()) return options;
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    throw UsageError("--site-url", "the address of a site begins with http: or https:");
  }
  options.url = url;
  return options;
}

void guard_output(CheckCommand const& command, Environment const& environment) {
  const OutputGuard guard(command.common, environment);
  const fs::path root = site_root(command);
  guard.check_site(root.native(), beginning_of(command.format));
  guard.check_input((root / std::string(site::redirects_name)).native());
  guard.check_input((root / ignore_file).native());
  guard.check_input(ignore_file);
  guard.check_input(command.baseline);
  const std::string place = place_of(command.common.output);
  if (!command.baseline.empty() && !place.empty() && place_of(command.baseline) == place) {
    throw UsageError("--output", "'" + command.baseline + "' is the baseline: name another file");
  }
}

site::Severities severities(CheckCommand const& command) {
  site::Severities all;
  for (std::string const& text : command.severities) {
    const RuleSeverity given = parse_severity(text);
    all.set(given.rule, given.severity);
  }
  if (command.rules.empty()) return all;
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    const bool is_wanted =
        std::find(command.rules.begin(), command.rules.end(), rule) != command.rules.end();
    if (!is_wanted && rule != site::Rule::external) all.set(rule, site::Severity::off);
  }
  return all;
}

void read_patterns(CheckCommand const& command, UrlPatterns& patterns) {
  for (std::string const& pattern : command.exclude) {
    if (const auto added = patterns.add(pattern); !added) {
      throw UsageError("--exclude", added.error());
    }
  }
  const std::string root = site_root(command);
  const std::string in_root = (fs::path(root) / ignore_file).native();
  boost::system::error_code error;
  for (std::string const& path : {std::string(ignore_file), in_root}) {
    if (!fs::is_regular_file(path, error)) continue;
    if (path == in_root && fs::equivalent(path, ignore_file, error)) continue;
    std::string bytes;
    const auto read = path == in_root ? read_in_root(root, ignore_file, bytes)
                                      : site::read_regular_file(path, bytes);
    if (!read) throw UsageError(path, read.error());
    if (const auto added = patterns.add_lines(bytes); !added) throw UsageError(path, added.error());
  }
}

ReportedPages reported_pages(CheckCommand const& command, Environment const& environment) {
  ReportedPages pages;
  std::vector<std::string> inputs = command.common.inputs;
  const std::vector<std::string> more = listed_inputs(command.common, environment.in);
  inputs.insert(inputs.end(), more.begin(), more.end());
  NamedPaths named(site_root(command));
  if (names_pages(command)) {
    for (std::string const& input : inputs) {
      if (!named.add(input)) pages.missing.push_back(input);
    }
  }
  pages.files = named.take_inputs();
  const bool has_no_input = inputs.empty() && command.common.files_from.empty();
  const bool is_all = !names_pages(command) || has_no_input || named.has_all();
  if (is_all && command.include_path.empty() && command.exclude_path.empty()) return pages;
  pages.is_reported = [is_all, named = std::move(named),
                       chosen = ChosenPaths(command)](std::string_view path) {
    return (is_all || named.contains(std::string(path))) && chosen.contains(path);
  };
  return pages;
}

}  // namespace hrefkit::cli
