// The site that the arguments of `check` name: a folder, or the origin of a live site.
//
//   hrefkit check public                      public
//   hrefkit check --root public a.html docs   public: the arguments are parts of it
//   hrefkit check a.html b.html               the working folder
//   hrefkit check https://h.example/docs/     https://h.example
//
// What is not a folder is refused with what may be meant: a folder of nearly that name, a URL.
#pragma once

#include <string>

#include "hrefkit/cli/check/options.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// True when the inputs are pages of the site and not its folder.
bool names_pages(CheckCommand const& command);

/// The folder that is checked: --root, or the one input, or the working folder where the inputs are
/// files. Throws UsageError.
std::string site_root(CheckCommand const& command);

/// The site's options. Throws UsageError.
site::SiteOptions site_options(CheckCommand const& command);

/// Throws UsageError for an option that says how a folder is read or served, where the input is a
/// live site.
void refuse_folder_options(CheckCommand const& command);

}  // namespace hrefkit::cli
