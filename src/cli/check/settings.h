// What the options of `check` come to.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "hrefkit/cli/check/command.h"
#include "hrefkit/cli/check/url_patterns.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// The folder that is checked: --root, or the one input, or the working folder where the inputs are
/// files. Throws UsageError.
std::string site_root(CheckCommand const& command);

/// The site's options. Throws UsageError.
site::SiteOptions site_options(CheckCommand const& command);

/// Throws UsageError when the report would take the place of a file that the run reads, other than
/// a former report, or of the baseline that it writes.
void guard_output(CheckCommand const& command, Environment const& environment);

/// The severities of all rules; those that --rules leaves out are off whatever --severity says.
/// Throws UsageError.
site::Severities severities(CheckCommand const& command);

/// Reads --exclude and the ignore files into `patterns`. Throws UsageError.
void read_patterns(CheckCommand const& command, UrlPatterns& patterns);

/// The pages that are reported.
struct ReportedPages {
  /// Decides by the path below the root; empty when all are.
  std::function<bool(std::string_view path)> is_reported = {};
  std::vector<std::string> missing = {};  ///< inputs that do not exist
  /// Inputs that are not folders, each with its path below the root.
  std::vector<std::pair<std::string, std::string>> files = {};
};

/// Reads which pages are reported. Throws UsageError for an input that is not below the root.
ReportedPages reported_pages(CheckCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
