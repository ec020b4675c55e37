// What the scripts of an archive name, and where that leads.
//
//   CapturedScripts scripts(index);
//   scripts.add(script);                  // what each script names, while its body is there
//   scripts.assign(number, 0);            // the URL at which it was captured
//   scripts.add_page(scripts.find_page_scripts(finder, page));
//   scripts.follow();
//   scripts.find_links(number, sink);     // all links of a script, with each page that runs it
//
// A script does not tell which page runs it, and the bodies of an archive are not in memory. So the
// names in scripts are kept, and the import maps and base URLs of pages; site::ScriptGraph finds
// out which scripts run with which of them. `archive --missing` and `--extract` ask it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/archive/capture_index.h"
#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/kept_script.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/script_follower.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

/// The scripts that one page loads.
struct PageScripts {
  std::vector<site::ScriptLoader> loaders = {};
  std::vector<site::ScriptUse> uses = {};
};

/// The scripts of an archive. `add`, `assign`, `add_page` and `follow` may be called by one thread,
/// the others by several.
class CapturedScripts final : private site::ScriptSource {
 public:
  /// `index` must outlive this. Scripts have the numbers of their URLs there.
  explicit CapturedScripts(archive::CaptureIndex const& index) : index_(index) {}

  /// Keeps a script, and returns its place for `assign`.
  std::size_t add(html::KeptScript script);

  /// The script at `place` was captured at the URL with that number; a URL may have several.
  void assign(std::uint32_t number, std::size_t place);

  /// True for a URL whose script names something.
  bool has(std::uint32_t number) const { return places_.contains(number); }

  /// The numbers of these URLs, in order.
  std::vector<std::uint32_t> numbers() const;

  /// The number of a script by the URI of its capture, if `has` is true for it.
  std::optional<std::uint32_t> number_of(std::string_view uri) const;

  /// The number to which a serialised URL leads, if `has` is true for it.
  std::optional<std::uint32_t> find(std::string_view url) const;

  /// The scripts that an open page loads.
  PageScripts find_page_scripts(html::LinkFinder& finder, archive::CapturePage const& page) const;

  /// Adds the script to which a link of a page leads, at `url`, if the link loads one. `loaders` is
  /// the same for all links of a page. The link has its use and its rel.
  void add_link(html::Link const& link, html::LinkBlock const& block, std::string_view url,
                site::ScriptLoaders& loaders, PageScripts& page) const;

  /// Lets pages that are kept share equal import maps.
  void share_maps(PageScripts& page);

  /// True if pages may count for where one of the scripts leads.
  bool depend_on_pages() const { return depend_on_pages_; }

  /// Forgets the pages.
  void restart() { graph_ = site::ScriptGraph({}); }

  /// Notes what a page loads.
  void add_page(PageScripts const& page) { graph_.add(page.loaders, page.uses); }

  /// Finds out which scripts run with which pages, when all of these were added.
  void follow();

  /// True if one of the pages, or a script that it loads, runs the script. Of one that is only
  /// fetched the pages that run it are not known.
  bool is_run(std::uint32_t number) const {
    return graph_.is_loaded(number) && !graph_.is_fetched_alone(number);
  }

  /// What the script is parsed as, and the ways in which it runs: one without a page, if no page
  /// loads it.
  site::ScriptRuns runs_of(std::uint32_t number) const { return graph_.runs_of(number); }

  /// Pairs of scripts and pages that were left out, as there are too many.
  std::size_t left_out() const { return graph_.left_out(); }

  /// Passes the links of a script to `sink`, which asks for uses, in all ways in which it runs.
  void find_links(std::uint32_t number, html::LinkSink const& sink) const;

  /// The number of its imports with computed names.
  std::size_t computed_imports(std::uint32_t number) const;

 private:
  std::string url_of(std::uint32_t number) const override;
  std::optional<std::uint32_t> find_script(std::string_view url) override { return find(url); }
  void find_links(std::uint32_t number, html::ScriptPage const& page,
                  html::LinkSink const& sink) override;
  void find_links_in(std::uint32_t number, html::ScriptPage page, html::LinkSink const& sink) const;

  archive::CaptureIndex const& index_;
  std::vector<html::KeptScript> scripts_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> places_;  // by number
  bool depend_on_pages_ = false;
  std::map<std::string, std::shared_ptr<site::PageMaps const>> maps_;  // by fingerprint
  site::ScriptGraph graph_{{}};
};

/// False only if a document loads no scripts. This test is many times faster than finding them.
bool may_load_scripts(html::SourceText const& source);

/// The URL of the root of the site at a serialised `url`, for which Vite builds an application
/// unless it is told otherwise. Empty for a URL without a host.
std::string site_root_of(std::string_view url);

/// True for the error of a name in a script that leads nowhere because the page that runs the
/// script is not known. `is_run`: such pages are known, so that a bare name has no entry there.
bool needs_page(url::Error error, bool is_run);

// What summaries and warnings say of scripts.

/// Of imports whose names are computed.
std::string computed_imports_text(std::size_t count);

/// Of names for which `needs_page` is true.
std::string open_names_text(std::size_t count);

/// Of CapturedScripts::left_out.
std::string left_out_pairs(std::size_t count);

}  // namespace hrefkit::cli
