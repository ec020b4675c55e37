#include "hrefkit/site/check/script_follower.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

/// Follows scripts, each with each of its import maps and base URLs.
class ScriptFollower {
 public:
  ScriptFollower(ScriptGraph& graph, Site const& site, SiteRedirects const& redirects)
      : graph_(graph), site_(site), targets_(site, redirects) {}

  void run() {
    for (auto const& [script, node] : graph_.nodes_) {
      if ((node.roles & bit_of(ScriptRole::worker)) != 0) workers_.push_back(script);
    }
    std::sort(workers_.begin(), workers_.end());
    for (const Number worker : workers_) add_worker(worker);
    // What is relative to a page may be a worker, from where other scripts are loaded.
    constexpr int max_rounds = 16;
    for (int round = 0; round < max_rounds && !graph_.to_visit_.empty(); ++round) {
      while (!graph_.to_visit_.empty()) {
        const auto [script, map] = *graph_.to_visit_.begin();
        graph_.to_visit_.erase(graph_.to_visit_.begin());
        visit(script, map);
      }
      find_bases();
    }
  }

 private:
  using Number = ScriptGraph::Number;
  using Node = ScriptGraph::Node;

  /// So many pairs are followed at most: a part for each script, and a fixed one.
  std::size_t max_pairs() const { return 4 * graph_.nodes_.size() + 10'000; }

  bool count_pair() {
    if (++pairs_ <= max_pairs()) return true;
    ++graph_.left_out_;
    return false;
  }

  void add_worker(Number worker) {
    const std::string url = site_.url(site_.pages()[worker]);
    const Number base = graph_.base_number(url);
    graph_.worker_bases_.insert(base);
    Node& node = graph_.nodes_[worker];
    node.roles |= bit_of(ScriptRole::worker);
    node.own_bases.insert(base);
    graph_.to_visit_.emplace(worker, 0);
  }

  void visit(Number script, Number map) {
    Node& node = graph_.nodes_[script];
    if (node.maps.contains(map) || !count_pair()) return;
    node.maps.insert(map);
    read(script, {.import_maps = graph_.import_maps(map)}, [&](Number target, ScriptRole role) {
      if (role == ScriptRole::worker) return lead_to_worker(target);
      lead_to(script, target, role);
      graph_.to_visit_.emplace(target, map);
    });
  }

  void lead_to(Number script, Number target, ScriptRole role) {
    Node& node = graph_.nodes_[target];
    node.roles |= bit_of(role);
    const bool is_known = !node.importers.empty() && node.importers.back() == script;
    if (!is_known) node.importers.push_back(script);
  }

  void lead_to_worker(Number target) {
    const auto known = graph_.nodes_.find(target);
    const bool is_known =
        known != graph_.nodes_.end() && (known->second.roles & bit_of(ScriptRole::worker)) != 0;
    if (!is_known) add_worker(target);
  }

  /// Finds the base URLs of the scripts with names that are relative to one, and follows these.
  void find_bases() {
    std::vector<Number> scripts;
    for (auto const& [script, node] : graph_.nodes_) {
      if (node.needs_base) scripts.push_back(script);
    }
    std::sort(scripts.begin(), scripts.end());
    for (const Number script : scripts) {
      for (const Number base : bases_of(script)) {
        Node& node = graph_.nodes_[script];
        if (node.bases.contains(base)) continue;
        if (!count_pair()) return;
        node.bases.insert(base);
        const bool is_worker = graph_.worker_bases_.contains(base);
        read(script, {.base = graph_.bases_[base], .is_worker = is_worker},
             [&](Number target, ScriptRole role) {
               if (role == ScriptRole::worker) return lead_to_worker(target);
               if (role != ScriptRole::classic) return;  // they do not depend on the base
               lead_to(script, target, role);
               graph_.to_visit_.emplace(target, 0);
             });
      }
    }
  }

  /// The base URLs of the pages and workers that load a script, or one that loads it.
  std::set<Number> bases_of(Number script) {
    std::set<Number> bases;
    std::set<Number> seen{script};
    std::vector<Number> open{script};
    while (!open.empty() && steps_ < max_steps) {
      Node const& node = graph_.nodes_[open.back()];
      open.pop_back();
      bases.insert(node.own_bases.begin(), node.own_bases.end());
      steps_ += 1 + node.importers.size() + node.own_bases.size();
      for (const Number importer : node.importers) {
        if (seen.insert(importer).second) open.push_back(importer);
      }
    }
    if (!open.empty()) ++graph_.left_out_;
    return bases;
  }

  /// Calls `lead` with each script of the site that this one loads.
  template <class Lead>
  void read(Number script, html::ScriptPage const& loader, Lead lead) {
    if (!open_page(site_, script, page_) || !page_.binary.empty()) return;
    page_.options.also.scripts = true;
    page_.options.script_page = loader;
    page_.options.script_page.goal = html::ScriptGoal::unknown;
    Node& node = graph_.nodes_[script];
    const bool is_first = !std::exchange(node.is_read, true);
    bool needs_base = false;
    const auto found = finder_.find(
        page_.source, page_.options, {.links = [&](html::LinkBlock const& block) {
          for (html::Link const& link : block.links) {
            const html::ScriptBase base = html::row_of(link).base;
            needs_base |= base == html::ScriptBase::page || base == html::ScriptBase::worker;
            follow(link, block, lead);
          }
        }});
    if (found && is_first) graph_.nodes_[script].needs_base = needs_base;
  }

  template <class Lead>
  void follow(html::Link const& link, html::LinkBlock const& block, Lead& lead) {
    const auto role = script_role_of(link, block);
    if (!role) return;
    url_.clear();
    if (!block.append_loaded(url_, link)) return;
    const TargetPlace place = targets_.find(url::without_fragment(url_));
    const Number target = place.kind == PlaceKind::file ? site_.page_number(place.entry) : no_entry;
    if (target == no_entry || !site_.is_script(target)) return;
    lead(target, *role);
  }

  static constexpr std::size_t max_steps = 20'000'000;

  ScriptGraph& graph_;
  Site const& site_;
  TargetFinder targets_;
  html::LinkFinder finder_;
  PageFile page_;
  std::string url_;
  std::vector<Number> workers_;
  std::size_t pairs_ = 0;
  std::size_t steps_ = 0;
};

void follow_scripts(ScriptGraph& graph, Site const& site, SiteRedirects const& redirects) {
  ScriptFollower(graph, site, redirects).run();
}

}  // namespace hrefkit::site
