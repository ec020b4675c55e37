// Warnings about options of `check` that do nothing in this run.
//
//   warning: --max-pages: has an effect only for a live site: hrefkit check https://h.example/
#pragma once

#include "hrefkit/cli/check/options.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// Warns of options and rules that lack another option. `asks_external`: some link to another site
/// is asked for.
void warn_of_ineffective_options(CheckCommand const& command, site::CheckOptions const& options,
                                 bool asks_external, Messages& messages);

/// Warns of a pattern that leaves out every link to the site itself, as "^https:" does. A few
/// addresses of pages show it.
void warn_of_pattern_of_all(CheckCommand const& command, site::Site const& site,
                            Messages& messages);

}  // namespace hrefkit::cli
