// Reads the names below a site's root into a table of entries.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/snapshot/entry_table.h"

namespace hrefkit::site {

/// A folder that lies below the root of a site.
struct MountedFolder {
  std::string path;   ///< below the root
  std::string given;  ///< as it was given
  std::shared_ptr<InputFolder const> folder;
};

/// What was found: the names, and the files to read in order.
struct SiteNames {
  std::unique_ptr<EntryTable> table;
  std::vector<EntryId> pages = {};
  std::shared_ptr<InputFolder const> root = {};  ///< the folder whose names these are
  std::vector<MountedFolder> mounts = {};
  bool hides_underscores = false;  ///< names that begin with '_' are not published
  bool has_outside = false;        ///< a link leads out of the root
  /// The real paths of what links lead to that leave the root, where that is read.
  std::map<EntryId, std::string> outside = {};
  /// What links to nothing name, by their folders and names.
  std::map<std::pair<EntryId, std::string>, std::string> dangling = {};
  /// Links that have too many addresses behind them to read all, and why.
  std::vector<std::pair<EntryId, std::string>> unread_links = {};
};

/// So many names outside of the root are listed at most: a link may lead to a whole disk.
inline constexpr std::size_t max_outside_names = 100'000;

/// A file behind symbolic links is read at so many of its addresses at most.
inline constexpr std::size_t max_addresses = 16;

/// Lists `options.root` and all folders below it, each once. Fails with a sentence when the root
/// is not a folder or cannot be listed.
tl::expected<SiteNames, std::string> read_names(SiteOptions const& options,
                                                SiteReport const& report);

}  // namespace hrefkit::site
