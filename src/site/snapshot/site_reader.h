// Reads the names below a site's root into a table of entries.
#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/snapshot/entry_table.h"

namespace hrefkit::site {

/// What was found: the names, and the files to read in order.
struct SiteNames {
  std::unique_ptr<EntryTable> table;
  std::vector<EntryId> pages;
  std::shared_ptr<InputFolder const> root;  ///< the folder whose names these are
};

/// So many names outside of the root are listed at most: a link may lead to a whole disk.
inline constexpr std::size_t max_outside_names = 100'000;

/// Lists `options.root` and all folders below it, each once. Fails with a sentence when the root
/// is not a folder or cannot be listed.
tl::expected<SiteNames, std::string> read_names(SiteOptions const& options,
                                                SiteReport const& report);

}  // namespace hrefkit::site
