#include "hrefkit/cli/archive/captured_scripts.h"

#include <algorithm>
#include <utility>

#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

std::size_t CapturedScripts::add(html::KeptScript script) {
  depend_on_pages_ |= script.depends_on_page();
  scripts_.push_back(std::move(script));
  return scripts_.size() - 1;
}

void CapturedScripts::assign(std::uint32_t number, std::size_t place) {
  places_[number].push_back(place);
}

std::vector<std::uint32_t> CapturedScripts::numbers() const {
  std::vector<std::uint32_t> all;
  all.reserve(places_.size());
  for (auto const& [number, places] : places_) all.push_back(number);
  std::sort(all.begin(), all.end());
  return all;
}

std::optional<std::uint32_t> CapturedScripts::number_of(std::string_view uri) const {
  const auto number = index_.number_of(uri);
  if (!number || !has(static_cast<std::uint32_t>(*number))) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::optional<std::uint32_t> CapturedScripts::find(std::string_view url) const {
  const auto found = index_.follow(url);
  if (!found) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(found->number);
  return has(number) ? std::optional(number) : std::nullopt;
}

PageScripts CapturedScripts::find_page_scripts(html::LinkFinder& finder,
                                               archive::CapturePage const& page) const {
  PageScripts found;
  if (!may_load_scripts(page.source())) return found;
  site::ScriptLoaders loaders;
  std::string url;
  const auto add = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (!site::script_role_of(link, block)) continue;
      url.clear();
      if (block.append_loaded(url, link)) add_link(link, block, url, loaders, found);
    }
  };
  html::DocumentOptions options = page.options();
  options.also.scripts = true;
  static_cast<void>(
      finder.find(page.source(), options, {.links = add, .with_rels = true, .with_uses = true}));
  return found;
}

void CapturedScripts::add_link(html::Link const& link, html::LinkBlock const& block,
                               std::string_view url, site::ScriptLoaders& loaders,
                               PageScripts& page) const {
  const auto role = site::script_role_of(link, block);
  const auto script = role ? find(url) : std::nullopt;
  if (script) page.uses.push_back({*script, *role, loaders.number_of(link, block, page.loaders)});
}

void CapturedScripts::share_maps(PageScripts& page) {
  for (site::ScriptLoader& loader : page.loaders) {
    if (!loader.maps) continue;
    loader.maps = maps_.try_emplace(loader.maps->fingerprint, loader.maps).first->second;
  }
}

void CapturedScripts::follow() {
  site::follow_scripts(graph_, *this);
}

void CapturedScripts::find_links(std::uint32_t number, html::LinkSink const& sink) const {
  const site::ScriptRuns runs = runs_of(number);
  find_links_in(number, runs.page(), sink);
}

std::size_t CapturedScripts::computed_imports(std::uint32_t number) const {
  std::size_t count = 0;
  for (const std::size_t place : places_.at(number)) count += scripts_[place].computed_imports();
  return count;
}

std::string CapturedScripts::url_of(std::uint32_t number) const {
  return std::string(index_.captured(number)->url);
}

void CapturedScripts::find_links(std::uint32_t number, html::ScriptPage const& page,
                                 html::LinkSink const& sink) {
  find_links_in(number, page, sink);
}

void CapturedScripts::find_links_in(std::uint32_t number, html::ScriptPage page,
                                    html::LinkSink const& sink) const {
  html::DocumentOptions options;
  options.url = url_of(number);
  options.also.scripts = true;
  const std::string site_root = site_root_of(options.url);
  page.site_root = site_root;
  options.script_page = page;
  for (const std::size_t place : places_.at(number)) {
    static_cast<void>(scripts_[place].find_links(options, sink));
  }
}

bool may_load_scripts(html::SourceText const& source) {
  const bool has_elements = source.content_type == html::ContentType::html ||
                            source.content_type == html::ContentType::xml;
  const auto has = [&](std::string_view word) {
    return text::find_ignoring_ascii_case(source.text, word) != std::string_view::npos;
  };
  return has_elements && (has("script") || has("preload") || has("serviceworker"));
}

std::string site_root_of(std::string_view url) {
  const url::UrlOffsets at = url::find_offsets(url);
  return at.has_host() ? std::string(url.substr(0, at.path_begin)) + "/" : std::string();
}

bool needs_page(url::Error error, bool is_run) {
  return error == url::Error::page_base || (error == url::Error::bare_specifier && !is_run);
}

std::string computed_imports_text(std::size_t count) {
  return text::counted(count, "import has a computed name", "imports have computed names");
}

std::string open_names_text(std::size_t count) {
  return text::counted(count, "name in scripts is", "names in scripts are") +
         " not judged: the pages that run the scripts are not known";
}

std::string left_out_pairs(std::size_t count) {
  return text::counted(count, "pair of scripts and pages that run them is",
                       "pairs of scripts and pages that run them are") +
         " left out: there are too many";
}

}  // namespace hrefkit::cli
