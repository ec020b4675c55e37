// Three things are carried from a script to those that it loads:
//
//   import maps   to all of them, as most scripts have specifiers
//   roles         a script that only a preload names runs perhaps, and so do those that it loads
//   base URLs     to scripts with names that are relative to the page, and to those on the way
//
// A script is read once; of its names those are kept that depend on what is carried. With each
// further import map or base URL only these are looked up. All is done by lists of what is to be
// carried on, without recursion: chains of scripts may be very long.
#include "hrefkit/site/script_follower.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/html/import_map.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::site {

/// Follows scripts, each with each of its import maps and base URLs.
class ScriptFollower {
 public:
  ScriptFollower(ScriptGraph& graph, ScriptSource& scripts) : graph_(graph), scripts_(scripts) {}

  void run() {
    for (const Number script : graph_.loaded()) {
      if ((graph_.nodes_[script].roles & bit_of(ScriptRole::worker)) != 0) start_worker(script);
    }
    for (auto const& [script, map] : graph_.page_uses_) want(script, map);
    do {
      follow_maps_and_bases();
      follow_vite_lists();
    } while (!maps_to_carry_.empty() || !bases_to_carry_.empty());
  }

 private:
  using Number = ScriptGraph::Number;
  using Node = ScriptGraph::Node;
  using PageName = ScriptGraph::PageName;
  using Specifier = ScriptGraph::Specifier;
  using Load = ScriptGraph::Load;

  // The bound of the work for further import maps and base URLs, in lookups that are about as long
  // as that of a name without an entry.
  static constexpr std::size_t free_work = 1'000'000;
  static constexpr std::size_t work_of_lookup = 3;

  /// False where too much was done already. What comes first of a script is always done.
  bool count_work(std::size_t work) {
    const std::size_t left = free_work + 2 * names_ - work_;
    if (work > left) return false;
    work_ += work;
    return true;
  }

  void follow_maps_and_bases() {
    while (!maps_to_carry_.empty() || !bases_to_carry_.empty()) {
      if (!maps_to_carry_.empty()) {
        const auto [script, map] = maps_to_carry_.front();
        maps_to_carry_.pop_front();
        carry_map(script, map);
      } else {
        const auto [script, base] = bases_to_carry_.front();
        bases_to_carry_.pop_front();
        carry_base(script, base);
      }
    }
  }

  // Import maps.

  /// The script runs with the import map.
  void want(Number script, Number map) {
    const bool is_new = carried_maps_.insert(pair_of(script, map)).second;
    if (is_new) maps_to_carry_.emplace_back(script, map);
  }

  void carry_map(Number script, Number map) {
    Node& node = graph_.nodes_[script];
    const bool is_first = !node.is_read;
    if (is_first) read(script, node);
    html::ImportMaps const* const maps = graph_.import_maps(map);
    const bool redirects_urls = maps != nullptr && maps->may_redirect_urls();
    const auto depends_on_maps = [&](Specifier const& name) {
      return redirects_urls || !name.is_like_url;
    };
    const bool is_judged =
        is_first || std::any_of(node.specifiers.begin(), node.specifiers.end(), depends_on_maps);
    const std::size_t work =
        1 + node.loads.size() + node.specifiers.size() * (is_judged ? work_of_lookup : 1);
    if (!is_first && !count_work(work)) {
      ++graph_.left_out_;
      return;
    }
    std::optional<url::Resolver> resolver;
    if (is_judged) node.maps.push_back(map);
    if (is_judged && maps != nullptr) resolver = resolver_at(scripts_.url_of(script));
    for (Specifier const& name : node.specifiers) {
      const bool is_looked_up = resolver && depends_on_maps(name);
      const auto target =
          is_looked_up ? find_resolved(maps->resolve(name.raw, *resolver)) : name.target;
      if (target) lead_to(script, {*target, name.role}, map);
    }
    for (Load const& load : node.loads) lead_to(script, load, map);
  }

  void lead_to(Number script, Load const& load, Number map) {
    if (load.role == ScriptRole::worker) return start_worker(load.target);
    if (edges_.insert(pair_of(script, load.target)).second) add_edge(script, load);
    const bool may_not_run = graph_.is_fetched_alone(script);
    add_role({load.target, may_not_run ? ScriptRole::fetched : load.role});
    want(load.target, map);
  }

  /// A worker has no import maps, and its own URL is the base of what it loads.
  void start_worker(Number script) {
    if (!workers_.insert(script).second) return;
    const Number base = graph_.base_number(scripts_.url_of(script));
    graph_.worker_bases_.insert(base);
    Node& node = graph_.nodes_[script];
    add_role({script, ScriptRole::worker});
    node.own_bases.insert(base);
    if (node.wants_bases) add_base(script, base);
    want(script, 0);
  }

  // Roles.

  void add_role(Load const& load) {
    std::vector<Load> open{load};
    while (!open.empty()) {
      const Load next = open.back();
      open.pop_back();
      const bool may_not_run = graph_.is_fetched_alone(next.target);
      Node& node = graph_.nodes_[next.target];
      node.roles |= bit_of(next.role);
      const bool runs_now = may_not_run && next.role != ScriptRole::fetched;
      if (runs_now) open.insert(open.end(), node.edges.begin(), node.edges.end());
    }
  }

  // Base URLs.

  void add_edge(Number script, Load const& load) {
    graph_.nodes_[script].edges.push_back(load);
    Node& target = graph_.nodes_[load.target];
    target.importers.push_back(script);
    if (!target.wants_bases) return;
    graph_.nodes_[script].base_edges.push_back(load.target);
    want_bases(script);
    for (const Number base : graph_.nodes_[script].bases) add_base(load.target, base);
  }

  /// Has the script, and those that load it, get their base URLs.
  void want_bases(Number first) {
    std::vector<Number> open{first};
    while (!open.empty()) {
      const Number script = open.back();
      open.pop_back();
      Node& node = graph_.nodes_[script];
      if (std::exchange(node.wants_bases, true)) continue;
      for (const Number base : node.own_bases) add_base(script, base);
      for (const Number importer : node.importers) {
        open.push_back(importer);
        Node& around = graph_.nodes_[importer];
        around.base_edges.push_back(script);
        for (const Number base : around.bases) add_base(script, base);
      }
    }
  }

  void add_base(Number script, Number base) {
    Node& node = graph_.nodes_[script];
    if (node.bases.contains(base)) return;
    const std::size_t work = 1 + node.base_edges.size() + node.page_names.size() * work_of_lookup;
    if (!node.bases.empty() && !count_work(work)) {
      ++graph_.left_out_;
      return;
    }
    node.bases.insert(base);
    bases_to_carry_.emplace_back(script, base);
  }

  void carry_base(Number script, Number base) {
    Node& node = graph_.nodes_[script];
    if (!node.page_names.empty()) find_page_names(script, node, base);
    for (const Number target : node.base_edges) add_base(target, base);
  }

  /// Follows the names that are relative to the page or worker with this base URL.
  void find_page_names(Number script, Node const& node, Number base) {
    const auto resolver = resolver_at(graph_.bases_[base]);
    const bool is_worker = graph_.worker_bases_.contains(base);
    if (!resolver) return;
    for (PageName const& name : node.page_names) {
      if (name.base == html::ScriptBase::worker && !is_worker) continue;
      const auto target = find_resolved(resolver->resolve(name.raw));
      if (target) lead_to(script, {*target, name.role}, 0);
    }
  }

  // Reading.

  void read(Number script, Node& node) {
    node.is_read = true;
    scripts_.find_links(
        script, page_of({}),
        {.links =
             [&](html::LinkBlock const& block) {
               for (html::Link const& link : block.links) add_link(link, block, node);
             },
         .scripts = [&](html::ScriptFacts const& facts) { node.own_vite_base = facts.vite_base; },
         .with_uses = true});
    names_ += node.specifiers.size() + node.page_names.size() + node.loads.size();
    if (node.has_vite_list && node.own_vite_base.empty()) vite_lists_.push_back(script);
    if (!node.page_names.empty()) want_bases(script);
  }

  html::ScriptPage page_of(std::string_view vite_base) const {
    return {.vite_base = vite_base, .site_root = graph_.site_root_};
  }

  void add_link(html::Link const& link, html::LinkBlock const& block, Node& node) {
    const auto role = script_role_of(link, block);
    if (!role) return;
    html::LinkRow const& row = html::row_of(link);
    const bool is_in_list = row.base == html::ScriptBase::vite && !link.raw.starts_with("./") &&
                            !link.raw.starts_with("../");
    node.has_vite_list |= is_in_list;
    const bool has_runner =
        row.base == html::ScriptBase::page || row.base == html::ScriptBase::worker;
    if (has_runner) {
      node.page_names.push_back({.raw = std::string(link.raw), .role = *role, .base = row.base});
      return;
    }
    url_.clear();
    const bool is_url = block.append_loaded(url_, link).has_value();
    const auto target = is_url ? scripts_.find_script(url_) : std::nullopt;
    if (row.is_specifier) {
      node.specifiers.push_back(
          {.raw = std::string(link.raw), .role = *role, .is_like_url = is_url, .target = target});
    } else if (target && !(is_in_list && node.own_vite_base.empty())) {
      node.loads.push_back({*target, *role});
    }
  }

  /// Follows the lists of chunks for which the preload helper of another script may have the base.
  void follow_vite_lists() {
    for (const Number script : std::exchange(vite_lists_, {})) {
      Node& node = graph_.nodes_[script];
      for (Load const& edge : node.edges) {
        node.other_vite_base = graph_.nodes_[edge.target].own_vite_base;
        if (!node.other_vite_base.empty()) break;
      }
      std::vector<Load> loads;
      const auto add = [&](html::LinkBlock const& block) {
        for (html::Link const& link : block.links) {
          if (html::row_of(link).base != html::ScriptBase::vite) continue;
          url_.clear();
          if (!block.append_loaded(url_, link)) continue;
          if (const auto target = scripts_.find_script(url_)) {
            loads.push_back({*target, ScriptRole::module});
          }
        }
      };
      scripts_.find_links(script, page_of(node.other_vite_base), {.links = add, .with_uses = true});
      const Number map = node.maps.front();
      for (Load const& load : loads) lead_to(script, load, map);
    }
  }

  // Targets.

  static std::optional<url::Resolver> resolver_at(std::string_view base) {
    auto made = url::Resolver::with_base(base, {});
    return made ? std::optional(std::move(*made)) : std::nullopt;
  }

  std::optional<Number> find_resolved(tl::expected<std::string, url::Error> const& url) {
    return url ? scripts_.find_script(*url) : std::nullopt;
  }

  static std::uint64_t pair_of(Number first, Number second) {
    return std::uint64_t{first} << 32U | second;
  }

  using Pair = std::pair<Number, Number>;

  ScriptGraph& graph_;
  ScriptSource& scripts_;
  std::string url_;
  std::unordered_set<std::uint64_t> carried_maps_;  // pairs of scripts and import maps
  std::unordered_set<std::uint64_t> edges_;         // pairs of scripts
  std::unordered_set<Number> workers_;
  std::deque<Pair> maps_to_carry_;   // from scripts, and the numbers of import maps
  std::deque<Pair> bases_to_carry_;  // the same of base URLs
  std::vector<Number> vite_lists_;   // scripts
  std::size_t names_ = 0;            // in all scripts
  std::size_t work_ = 0;
};

void follow_scripts(ScriptGraph& graph, ScriptSource& scripts) {
  ScriptFollower(graph, scripts).run();
}

}  // namespace hrefkit::site
