// Writes the repairs of a site: in place, where each file is old or new at every moment
// (replace_file.h), or into another folder (output_folder.h), which gets the whole site.
#pragma once

#include <functional>
#include <string>
#include <tl/expected.hpp>

#include "hrefkit/site/fix/site_fixes.h"

namespace hrefkit::site {

/// Called with a file that is not repaired, or not copied, and why.
using FixTrouble = std::function<void(std::string const& path, std::string const& why)>;

/// Replaces the files with repairs: pages, or with CheckOptions::sources their sources. A file that
/// cannot be replaced, or has changed since the site was checked, stays as it was: it is reported
/// to `trouble`, and `fixes` lose its repairs. What deserves a warning, such as a second name of a
/// file, goes to `warning`. `backup`: the suffix under which the old files are kept, or empty.
void write_in_place(SiteFixes& fixes, std::string const& backup, FixTrouble const& trouble,
                    FixTrouble const& warning);

/// Writes the site with its repairs to a folder outside of it. Fails with a sentence where that
/// folder cannot be used; then nothing is written.
tl::expected<void, std::string> write_to_folder(SiteFixes& fixes, std::string const& folder,
                                                FixTrouble const& trouble,
                                                FixTrouble const& warning);

}  // namespace hrefkit::site
