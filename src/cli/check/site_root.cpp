#include "hrefkit/cli/check/site_root.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

#include "hrefkit/cli/check/live_site.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/input.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

namespace fs = boost::filesystem;

/// The folder beside `path`, which does not exist, that has nearly its name; empty for none.
std::string meant_folder(std::string path) {
  constexpr std::size_t max_names = 1000;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const fs::path wanted(path);
  const fs::path parent = wanted.parent_path();
  boost::system::error_code error;
  std::vector<std::string> names;
  fs::directory_iterator entry(parent.empty() ? fs::path(".") : parent, error);
  for (; !error && entry != fs::directory_iterator() && names.size() < max_names;
       entry.increment(error)) {
    boost::system::error_code unknown;
    if (fs::is_directory(entry->path(), unknown))
      names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::string name = closest(wanted.filename().string(), names);
  return name.empty() ? name : (parent / name).string();
}

/// The error for a site folder `path` that is not a folder; `role` says what it is where no option
/// names it.
std::string no_folder(std::string const& path, std::string_view role = {}) {
  if (is_web_url(path)) return path + " is not a folder" + network_hint(path);
  if (path.empty()) return "the name of the folder to check is empty";
  boost::system::error_code error;
  if (fs::exists(path, error)) return path + " is not a folder";
  if (path == "-") return "standard input is not checked; hrefkit resolve - reads it";
  const std::size_t scheme = url::scheme_length(path);
  if (scheme > 1 && path.compare(scheme, 3, "://") == 0) {
    return url::masked_url(path) + ": only sites of http and https can be crawled";
  }
  std::string wrong = path + " does not exist";
  const std::string url = meant_url(path);
  const std::string meant = url.empty() ? meant_folder(path) : url::masked_url(url);
  return meant.empty() ? wrong.append(role) : wrong + "; did you mean " + meant + '?';
}

}  // namespace

bool names_pages(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (!command.root.empty() || inputs.empty()) return true;
  boost::system::error_code error;
  return std::all_of(inputs.begin(), inputs.end(),
                     [&](std::string const& input) { return fs::is_regular_file(input, error); });
}

std::string site_root(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (command.is_live()) return live_root(inputs.front());
  if (!command.root.empty()) {
    if (!site::is_folder(command.root)) throw UsageError("--root", no_folder(command.root));
    return command.root;
  }
  if (inputs.empty() && command.common.files_from.empty()) {
    throw NoInput("name the folder or the URL to check: hrefkit check public",
                  "which folder shall be checked?");
  }
  if (names_pages(command)) return ".";
  if (inputs.size() > 1) {
    throw UsageError("give one folder to check, or its parts with --root FOLDER");
  }
  if (!site::is_folder(inputs.front())) {
    throw UsageError(no_folder(inputs.front(), " (the folder to check)"));
  }
  return inputs.front();
}

site::SiteOptions site_options(CheckCommand const& command) {
  site::SiteOptions options = site::site_options(command.settings, site_root(command));
  const std::string url =
      folder_url("--site-url", command.settings.site_url, url::Standard::whatwg);
  if (url.empty()) return options;
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    throw UsageError("--site-url", "the address of a site begins with http: or https:");
  }
  options.url = url;
  return options;
}

void refuse_folder_options(CheckCommand const& command) {
  std::vector<std::string> const& inputs = command.common.inputs;
  if (!std::any_of(inputs.begin(), inputs.end(),
                   [](std::string const& input) { return is_web_url(input); })) {
    return;
  }
  if (!command.is_live()) throw UsageError("one live site is checked at a time");
  std::string option(site::folder_setting(command.settings));
  if (option.empty() && !command.root.empty()) option = "root";
  if (option.empty() && !command.common.files_from.empty()) option = "files-from";
  if (option.empty() && command.watch) option = "watch";
  if (option.empty()) return;
  throw UsageError("--" + option,
                   "is for folders, and " + url::masked_url(inputs.front()) + " is a live site");
}

}  // namespace hrefkit::cli
