#include "hrefkit/cli/check/report_filter.h"

#include <boost/filesystem.hpp>
#include <tl/expected.hpp>
#include <unordered_set>

#include "hrefkit/cli/check/site_root.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

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
    if (!path) {
      throw UsageError("'" + input + "' is not in " +
                       (root_ == "." ? "the working folder" : "'" + root_ + "'") +
                       ", which is the root of the site; --root names another");
    }
    if (path->empty()) {
      has_all_ = true;
    } else if (fs::is_directory(*place, error)) {
      folders_.insert(*path);
    } else {
      files_.insert(*path);
      inputs_.emplace_back(input, *path);
    }
    return true;
  }

  bool has_all() const { return has_all_; }

  std::vector<std::pair<std::string, std::string>> release_inputs() { return std::move(inputs_); }

  bool contains(std::string const& path) const {
    if (has_all_ || files_.contains(path)) return true;
    if (folders_.empty()) return false;
    for (std::size_t slash = path.find('/'); slash != path.npos;
         slash = path.find('/', slash + 1)) {
      if (folders_.contains(path.substr(0, slash))) return true;
    }
    return false;
  }

 private:
  std::string root_;
  std::string top_;
  bool has_all_ = false;
  std::unordered_set<std::string, text::SeededHasher> files_;
  std::unordered_set<std::string, text::SeededHasher> folders_;
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

}  // namespace

void read_patterns(CheckCommand const& command, UrlPatterns& patterns) {
  add_excluded_urls(command.settings.exclude_url, patterns);
  const std::string root = command.is_live() ? "." : site_root(command);
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
  patterns.note_uses();
}

ReportedPages reported_pages(CheckCommand const& command, Environment const& environment) {
  ReportedPages pages;
  std::vector<std::string> inputs = command.common.inputs;
  const std::vector<std::string> more = listed_inputs(command.common, environment.in);
  inputs.insert(inputs.end(), more.begin(), more.end());
  NamedPaths named(command.is_live() ? "." : site_root(command));
  if (!command.is_live() && names_pages(command)) {
    for (std::string const& input : inputs) {
      if (!named.add(input)) pages.missing.push_back(input);
    }
  }
  pages.files = named.release_inputs();
  const bool has_no_input = inputs.empty() && command.common.files_from.empty();
  const bool is_all = command.is_live() || !names_pages(command) || has_no_input || named.has_all();
  if (is_all && command.settings.include_path.empty() && command.settings.exclude_path.empty())
    return pages;
  pages.chosen = std::make_shared<ChosenPaths const>(command);
  pages.is_reported = [is_all, named = std::move(named),
                       chosen = pages.chosen](std::string_view path) {
    return (is_all || named.contains(std::string(path))) && chosen->contains(path);
  };
  return pages;
}

}  // namespace hrefkit::cli
