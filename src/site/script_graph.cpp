#include "hrefkit/site/script_graph.h"

#include <algorithm>
#include <span>
#include <unordered_set>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/script_type.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

/// A URL up to its last slash: references that are relative to it lead to the same.
std::string_view base_folder(std::string_view url) {
  const std::string_view path = url::without_query(url::without_fragment(url));
  return path.substr(0, path.rfind('/') + 1);
}

/// Passes on the links of a script that may run in several ways: of those that depend on that, the
/// ones that lead elsewhere than in the ways before.
class DifferentLinks {
 public:
  explicit DifferentLinks(html::LinkSink const& sink) : sink_(sink) {}

  html::Flow operator()(html::LinkBlock block) {
    links_.clear();
    for (html::Link const& link : block.links) {
      const bool is_same_place = place_ == link.span.begin;
      place_ = link.span.begin;
      if (!is_same_place) seen_.clear();
      url_.clear();
      const bool leads_somewhere = block.append_by(url_, link, link.base).has_value();
      const std::string_view key = leads_somewhere ? std::string_view(url_) : std::string_view();
      if (seen_.insert(text::hash64(key, text::process_hash_key()[0])).second) {
        links_.push_back(link);
      }
    }
    block.links = links_;
    return links_.empty() ? html::Flow::go_on : sink_.links(block);
  }

 private:
  html::LinkSink const& sink_;
  std::vector<html::Link> links_;
  std::optional<std::uint32_t> place_;      // of the last link
  std::unordered_set<std::uint64_t> seen_;  // URLs of the links there
  std::string url_;
};

}  // namespace

std::optional<ScriptRole> script_role_of(html::Link const& link, html::LinkBlock const& block) {
  if (!html::may_be_used(link)) return std::nullopt;
  switch (link.kind) {
    case html::LinkKind::module:
      return ScriptRole::module;
    case html::LinkKind::worker:
      return ScriptRole::worker;
    case html::LinkKind::script:
      if (html::is_in_script(html::row_of(link))) {
        const bool is_import_map = html::row_of(link).grammar == html::LinkGrammar::import_map;
        return is_import_map ? ScriptRole::fetched : ScriptRole::classic;
      }
      return html::is_module_script(block.element_of(link).attribute("type")) ? ScriptRole::module
                                                                              : ScriptRole::classic;
    case html::LinkKind::resource: {
      if (html::row_of(link).base == html::ScriptBase::vite) return ScriptRole::module;
      // `new URL("w.js", import.meta.url)`, which may be given to a worker later
      if (html::is_named_by_script(html::row_of(link))) return ScriptRole::fetched;
      const std::string_view rel = link.rel.value_or("");
      if (html::has_item(rel, "modulepreload")) return ScriptRole::fetched;
      if (html::has_item(rel, "serviceworker")) return ScriptRole::worker;
      const bool is_script = html::has_item(rel, "preload") &&
                             text::equals_ignoring_ascii_case(
                                 block.element_of(link).attribute("as").value_or(""), "script");
      return is_script ? std::optional(ScriptRole::fetched) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

ScriptGraph::Number ScriptGraph::map_number(std::shared_ptr<PageMaps const> const& maps) {
  if (!maps) return 0;
  const auto [known, is_new] =
      map_numbers_.try_emplace(maps->fingerprint, static_cast<Number>(maps_.size()));
  if (is_new) maps_.push_back(maps);
  return known->second;
}

ScriptGraph::Number ScriptGraph::base_number(std::string_view base) {
  const auto [known, is_new] =
      base_numbers_.try_emplace(std::string(base_folder(base)), static_cast<Number>(bases_.size()));
  if (is_new) bases_.push_back(known->first);
  return known->second;
}

void ScriptGraph::add(std::vector<ScriptLoader> const& loaders,
                      std::vector<ScriptUse> const& uses) {
  struct Numbers {
    Number base = 0;
    Number map = 0;
  };
  std::vector<Numbers> numbers;
  numbers.reserve(loaders.size());
  for (ScriptLoader const& loader : loaders) {
    numbers.push_back({base_number(loader.base), map_number(loader.maps)});
  }
  for (ScriptUse const& use : uses) {
    Node& node = nodes_[use.script];
    node.roles |= bit_of(use.role);
    if (use.role == ScriptRole::worker) continue;  // its own URL is the base
    node.own_bases.insert(numbers[use.loader].base);
    page_uses_.emplace_back(use.script, numbers[use.loader].map);
  }
}

std::vector<std::uint32_t> ScriptGraph::loaded() const {
  std::vector<std::uint32_t> scripts;
  scripts.reserve(nodes_.size());
  for (auto const& [script, node] : nodes_) scripts.push_back(script);
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

bool ScriptGraph::is_fetched_alone(std::uint32_t script) const {
  const auto known = nodes_.find(script);
  return known != nodes_.end() && known->second.roles == bit_of(ScriptRole::fetched);
}

ScriptRuns ScriptGraph::runs_of(std::uint32_t script) const {
  ScriptRuns runs{.site_root = site_root_};
  if (const auto known = nodes_.find(script); known != nodes_.end()) {
    Node const& node = known->second;
    const unsigned roles = node.roles & ~bit_of(ScriptRole::fetched);
    if (roles == bit_of(ScriptRole::module)) runs.goal = html::ScriptGoal::module;
    if (roles == bit_of(ScriptRole::classic)) runs.goal = html::ScriptGoal::classic;
    runs.is_classic_too = (roles & bit_of(ScriptRole::classic)) != 0;
    runs.vite_base = node.other_vite_base;
    for (const Number map : node.maps) runs.import_maps.push_back(import_maps(map));
    if (!node.page_names.empty()) {
      for (const Number base : node.bases) {
        runs.runners.push_back({bases_[base], worker_bases_.contains(base)});
      }
    }
  }
  if (runs.import_maps.empty()) runs.import_maps.push_back(nullptr);
  return runs;
}

html::ScriptPage ScriptRuns::page() const {
  const html::ScriptRunner first = runners.empty() ? html::ScriptRunner() : runners.front();
  html::ScriptPage page{.goal = goal,
                        .is_classic_too = is_classic_too,
                        .import_maps = import_maps.front(),
                        .base = first.base,
                        .is_worker = first.is_worker,
                        .other_maps = std::span(import_maps).subspan(1),
                        .vite_base = vite_base,
                        .site_root = site_root};
  if (!runners.empty()) page.other_runners = std::span(runners).subspan(1);
  return page;
}

tl::expected<void, html::FindError> find_script_links(html::LinkFinder& finder,
                                                      html::SourceText const& source,
                                                      html::DocumentOptions options,
                                                      ScriptRuns const& runs,
                                                      html::LinkSink const& sink) {
  options.script_page = runs.page();
  const bool is_one_way = runs.import_maps.size() == 1 && runs.runners.size() <= 1;
  if (is_one_way || !sink.links) return finder.find(source, options, sink);
  html::LinkSink others = sink;
  others.links = DifferentLinks(sink);
  return finder.find(source, options, others);
}

std::uint32_t ScriptLoaders::number_of(html::Link const& link, html::LinkBlock const& block,
                                       std::vector<ScriptLoader>& loaders) {
  const auto [known, is_new] = numbers_.try_emplace(std::pair(link.context, link.base),
                                                    static_cast<std::uint32_t>(loaders.size()));
  if (!is_new) return known->second;
  std::shared_ptr<PageMaps const> maps;
  if (html::ImportMaps const* const own = block.contexts[link.context].import_maps) {
    std::shared_ptr<PageMaps const>& kept = maps_[link.context];
    if (!kept) kept = std::make_shared<PageMaps>(*own);
    maps = kept;
  }
  loaders.push_back({std::string(block.bases[link.base].resolver.base()), std::move(maps)});
  return known->second;
}

void ScriptLoaders::clear() {
  numbers_.clear();
  maps_.clear();
}

}  // namespace hrefkit::site
