// Which pages run which scripts, and what that makes of the names in them.
//
//   index.html   <script type=module src=app.js>, import map 1
//   app.js       import "vue"; import "./chunk.js"; new Worker("w.js")
//   chunk.js     import "vue"
//   w.js         importScripts("lib.js")
//
// A script does not tell where "vue" leads, nor what "w.js" is relative to: the import maps and the
// base URL of the page say it that runs the script. Pages come first, then. From the scripts that
// they load the graph follows imports, with the import maps of each page, and workers, which have
// no import maps and whose own URL is the base of what they load. A script that nobody loads is
// read for what it names, and is not judged: libraries lie about in folders.
//
// A script is judged once, and not once a page: what depends on import maps once for each different
// map, what is relative to the page once for each different folder. Most sites have one map or
// none, and few scripts have names that are relative to the page: base URLs are carried along to
// these scripts alone. Pairs of scripts and maps, and of scripts and base URLs, are bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/import_map.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::site {

/// How a page, or another script, loads a script.
enum class ScriptRole : std::uint8_t {
  classic,
  module,
  worker,
  fetched,  ///< it may run: a preload, the address in an import map, or of `import.meta.url`
};

/// Its bit in a set of roles.
constexpr unsigned bit_of(ScriptRole role) {
  return 1U << static_cast<unsigned>(role);
}

/// The import maps of a page, kept when the page is closed.
struct PageMaps {
  explicit PageMaps(html::ImportMaps const& maps)
      : import_maps(maps), fingerprint(maps.fingerprint()) {}

  html::ImportMaps import_maps;
  std::string fingerprint;  ///< the same for maps with the same entries
};

/// The page that loads a script, as far as it counts for the names in scripts.
struct ScriptLoader {
  std::string base = {};                      ///< its base URL
  std::shared_ptr<PageMaps const> maps = {};  ///< null: none
};

/// Numbers the documents of one page that load scripts.
class ScriptLoaders {
 public:
  /// The number of the document that has the link. `loaders` are those of the page so far; a new
  /// one is added.
  std::uint32_t number_of(html::Link const& link, html::LinkBlock const& block,
                          std::vector<ScriptLoader>& loaders);

  /// Begins another page.
  void clear();

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;  // by context and base
  std::map<std::uint32_t, std::shared_ptr<PageMaps const>> maps_;             // by context
};

/// A script that a page loads.
struct ScriptUse {
  std::uint32_t script = 0;  ///< its number among the pages of the site
  ScriptRole role = ScriptRole::classic;
  std::uint32_t loader = 0;  ///< which of the page's

  auto operator<=>(ScriptUse const&) const = default;
};

/// How a script is loaded by a link, if it is: by an element, or by another script.
std::optional<ScriptRole> script_role_of(html::Link const& link, html::LinkBlock const& block);

/// The ways in which a script runs. Views live as long as the graph.
struct ScriptRuns {
  html::ScriptGoal goal = html::ScriptGoal::unknown;      ///< what it is parsed as
  bool is_classic_too = false;                            ///< html::ScriptPage::is_classic_too
  std::vector<html::ImportMaps const*> import_maps = {};  ///< null: none; at least one
  std::vector<html::ScriptRunner> runners = {};           ///< pages and workers; empty: unknown
  std::string_view vite_base = {};                        ///< html::ScriptPage::vite_base
  std::string_view site_root = {};                        ///< html::ScriptPage::site_root

  /// All of them. It has views of this.
  html::ScriptPage page() const;
};

/// Finds the links of a script in all the ways in which it runs: of those that depend on that, one
/// for each place to which they lead. `options.also.scripts` must be set.
tl::expected<void, html::FindError> find_script_links(html::LinkFinder& finder,
                                                      html::SourceText const& source,
                                                      html::DocumentOptions options,
                                                      ScriptRuns const& runs,
                                                      html::LinkSink const& sink);

/// The scripts of a site. `add` may be called by one thread, the others by several.
class ScriptGraph {
 public:
  /// `site_root`: the URL of the root of the site.
  explicit ScriptGraph(std::string site_root) : site_root_(std::move(site_root)) {}

  /// Notes what a page loads.
  void add(std::vector<ScriptLoader> const& loaders, std::vector<ScriptUse> const& uses);

  /// True for a script that a page, or a script that it loads, loads.
  bool is_loaded(std::uint32_t script) const { return nodes_.contains(script); }

  /// The scripts that are loaded, in the order of their numbers.
  std::vector<std::uint32_t> loaded() const;

  /// True where only a preload or an import map names it: its bare names are not judged.
  bool is_fetched_alone(std::uint32_t script) const;

  /// The ways in which it runs; of a script that is not loaded one without page.
  ScriptRuns runs_of(std::uint32_t script) const;

  /// How many pairs were left out, as there are too many.
  std::size_t left_out() const { return left_out_; }

 private:
  using Number = std::uint32_t;

  /// What a script loads.
  struct Load {
    Number target = 0;
    ScriptRole role = ScriptRole::module;
  };

  /// A specifier of a module.
  struct Specifier {
    std::string raw = {};
    ScriptRole role = ScriptRole::module;
    bool is_like_url = false;           // only an entry for its URL changes its target
    std::optional<Number> target = {};  // without such an entry, if it is a script
  };

  /// A name that is relative to what runs the script.
  struct PageName {
    std::string raw = {};
    ScriptRole role = ScriptRole::worker;
    html::ScriptBase base = html::ScriptBase::page;
  };

  struct Node {
    unsigned roles = 0;  // a bit for each
    bool is_read = false;
    bool has_vite_list = false;        // with entries whose base its preload helper has
    bool wants_bases = false;          // it, or a script that it loads, has such names
    std::string own_vite_base = {};    // of its preload helper
    std::string other_vite_base = {};  // of one that it imports, if it has none
    std::vector<Specifier> specifiers = {};
    std::vector<PageName> page_names = {};
    std::vector<Load> loads = {};         // all else
    std::vector<Load> edges = {};         // the scripts that it loads as a part of what runs it
    std::vector<Number> importers = {};   // and those that load it so
    std::vector<Number> base_edges = {};  // of the former, those that want base URLs
    std::set<Number> own_bases = {};      // numbers of the base URLs of what loads it itself
    std::set<Number> bases = {};          // of all that run it, if they are wanted
    std::vector<Number> maps = {};        // numbers of the import maps with which it is judged
  };

  friend class ScriptFollower;

  Number map_number(std::shared_ptr<PageMaps const> const& maps);
  html::ImportMaps const* import_maps(Number map) const {
    return maps_[map] == nullptr ? nullptr : &maps_[map]->import_maps;
  }
  Number base_number(std::string_view base);

  std::string site_root_;
  std::unordered_map<Number, Node> nodes_;
  std::vector<std::shared_ptr<PageMaps const>> maps_{nullptr};  // 0 is none
  std::map<std::string, Number, std::less<>> map_numbers_{{std::string(), 0}};
  std::deque<std::string> bases_;  // they stay where they are
  std::unordered_map<std::string, Number> base_numbers_;
  std::set<Number> worker_bases_;                     // which of `bases_` are workers
  std::vector<std::pair<Number, Number>> page_uses_;  // scripts, and maps of pages that load them
  std::size_t left_out_ = 0;
};

}  // namespace hrefkit::site
