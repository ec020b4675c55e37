// What a source says about the page that is made from it: its address and its title.
//
//   ---
//   title: Set up
//   permalink: /start/setup/
//   ---
//
// Read are the scalars and lists at the top of YAML (between lines `---`), TOML (`+++`) and the
// fields of other formats (`:slug: x`, `.. slug: x`, `Slug: x`). Values that a generator computes
// (`{{ ... }}`, `:title`) are left out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/sources/source_tree.h"

namespace hrefkit::site {

struct FrontMatter {
  std::size_t end = 0;                      ///< where the text behind it begins, in bytes
  std::vector<std::string> addresses = {};  ///< paths of the page: permalink, url, save_as
  std::vector<std::string> slugs = {};  ///< names of the page in its folder, or its path: slug, id
  std::vector<std::string> aliases = {};  ///< further paths, which lead to the page
  std::string title = {};                 ///< of the page, or its first heading; may be empty
  /// Why it does not parse, and at which line; empty where it does.
  std::string fault = {};
  std::size_t fault_line = 0;
};

/// Reads the beginning of a source. `text` may be cut anywhere behind its front matter.
FrontMatter read_front_matter(std::string_view text, SourceKind kind);

}  // namespace hrefkit::site
