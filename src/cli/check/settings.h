// What the options of `check` come to.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "hrefkit/cli/check/command.h"
#include "hrefkit/cli/check/url_patterns.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// The folder that is checked: the one input, or --root with files below it.
/// Throws UsageError.
std::string site_root(CheckCommand const& command);

/// The site's options. Throws UsageError.
site::SiteOptions site_options(CheckCommand const& command);

/// The severities of all rules. Throws UsageError.
site::Severities severities(CheckCommand const& command);

/// Reads --exclude and the ignore files into `patterns`. Throws UsageError.
void read_patterns(CheckCommand const& command, UrlPatterns& patterns);

/// Decides which pages are reported; empty when all are. Throws UsageError for an input that is not
/// below the root.
std::function<bool(std::string_view)> reported_pages(CheckCommand const& command,
                                                     Environment const& environment);

}  // namespace hrefkit::cli
