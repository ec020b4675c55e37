// Which source made a page: names compared.
//
// A page's path and a source's path are lists of names. A generator takes the extension off, turns
// `index`, `_index` and `README` into the folder, drops what orders files (`01-`, `2024-01-31-`)
// and writes the rest as a slug. So names are compared by their slugs from the last one to the
// first:
//
//   docs/01-guide/02-set-up.md   and   manual/guide/set-up/index.html   agree in two names
//
// A source makes one page, so that two agree only if neither agrees better with another one. What
// is left of both on the left side (`docs` and `manual`) says where the folder of sources lies on
// the site: pages that agree in all their names, or whose rest other pages share, are sure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/site/sources/front_matter.h"
#include "hrefkit/site/sources/source_tree.h"

namespace hrefkit::site {

/// A name as a slug: ASCII letters in lower case, spaces and underscores as `-`, and no punctuation
/// but `.` inside.
std::string slug_of(std::string_view name);

/// A slug without what orders files: "set-up" of "02-set-up" and of "2024-01-31-set-up".
std::string_view without_order(std::string_view slug);

/// True for the names, without an extension, of files that are the page of their folder.
bool is_index_name(std::string_view stem);

/// The path of a page or a source without its extension and its index name.
struct PageNames {
  std::vector<std::string> names = {};  ///< slugs
  std::string last = {};                ///< the last name as written
  bool is_index = false;                ///< the file is the index of its folder
};

/// The names of a page: "a/b/index.html" is a, b.
PageNames names_of_page(std::string_view path);

/// The names of a source: "a/b.en.md" is a, b.
PageNames names_of_source(std::string_view path);

/// A source and how sure it is that it made a page.
struct PageSource {
  std::uint32_t source = 0;
  bool is_sure = false;  ///< by its names alone; else the texts must agree, too
};

/// The sources and pages of one site.
class PageSources {
 public:
  /// `pages` are paths below the root of the build; `fronts` belong to `files`.
  PageSources(std::span<SourceFile const> files, std::span<FrontMatter const> fronts,
              std::vector<std::string> const& pages);

  /// The sources that may have made a page, best first; those behind the first are as good.
  std::vector<PageSource> find(std::size_t page) const;

  /// The sources whose title that is.
  std::span<std::uint32_t const> titled(std::string_view title) const;

  /// The names of the page that front matter gives a source; null where that names none.
  std::vector<std::string> const* address_of(std::uint32_t source) const {
    const auto found = address_names_.find(source);
    return found == address_names_.end() ? nullptr : &found->second;
  }

  /// True where a page agrees with the source best: it makes a page of its own.
  bool has_page(std::uint32_t source) const { return has_page_[source]; }

 private:
  using Hash = std::uint64_t;
  struct Named {
    PageNames names;
    bool is_source = false;
  };
  using Suffixes = std::unordered_map<Hash, std::vector<std::uint32_t>>;

  static bool agree(std::string const& source, std::string const& page);
  std::size_t agreeing(std::uint32_t source, std::size_t page) const;
  std::vector<std::uint32_t> best_sources(std::size_t page, std::size_t& names) const;
  bool is_best_page(std::uint32_t source, std::size_t page, std::size_t names) const;
  std::string rest_key(std::uint32_t source, std::size_t page, std::size_t names) const;
  void add_addresses(std::span<FrontMatter const> fronts);
  void vote();
  std::vector<std::uint32_t> by_mapping(std::size_t page) const;
  void narrow(std::vector<std::uint32_t>& sources, std::size_t page) const;

  std::span<SourceFile const> files_;
  std::vector<PageNames> sources_;
  std::vector<PageNames> pages_;
  Suffixes source_suffixes_;
  Suffixes page_suffixes_;
  std::unordered_map<Hash, std::vector<std::uint32_t>> addresses_;  // of front matter: sources
  std::unordered_map<std::uint32_t, std::vector<std::string>> address_names_;
  std::vector<bool> has_address_;             // sources with such a page
  std::map<std::string, std::size_t> votes_;  // by rest_key
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> titles_;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> index_sources_;  // by folder
  std::vector<bool> has_page_;
};

}  // namespace hrefkit::site
