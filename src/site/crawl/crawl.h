// Crawls a live site: from a start, all own URLs that its pages name.
//
//   CrawlOptions options{.start = "https://h.example/docs/"};
//   auto crawled = crawl(options, check_options, transport, net::system_clock(), {});
//   if (crawled) check(crawled->site, check_options, sink);
//
// A page is fetched once, scanned when its turn has come, and kept on the disk for its findings;
// then the site is checked as a folder is (live_site.h). A check with the same object
// `check_options` reuses the scans. In three steps:
//
// 1. The start and its redirects decide the origin and the scope. Pages in scope are read breadth
//    first (frontier.h), and all own URLs that they name are collected (own_links.h).
// 2. When no page in scope is left, the other own URLs are asked for: pages out of scope, whose
//    ids may be wanted, and all that is no page, by HEAD.
// 3. Redirects within the site lead to further own URLs, which are asked for like the others.
//
// What is asked for, the numbers of the pages and the limits do not depend on which answer arrives
// first: answers are processed in the order of the URLs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/net/client.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// What is crawled, and how far.
struct CrawlOptions {
  std::string start = {};                 ///< an absolute http or https URL; it may have userinfo
  std::vector<std::string> scope = {};    ///< prefixes; empty: the path of the start
  std::optional<std::size_t> depth = {};  ///< pages more links from the start are not read
  /// Maximum number of pages, sitemaps, feeds and lists of URLs that are read.
  std::size_t max_pages = 50'000;
  /// Maximum number of style sheets and manifests that are read; `max_pages` if that is more. It
  /// has a limit since a server may name a new one in each.
  std::size_t max_loaded_files = 50'000;
  std::size_t max_queries = 100;  ///< different queries of one path
  bool sitemaps = true;           ///< read /sitemap.xml, and those that robots.txt names
  bool obeys_robots = false;      ///< for net::RobotsChoice::automatic
  net::ClientOptions client = {};
};

/// Where a crawl reports what happens.
struct CrawlSink {
  /// Called with what was not read: a URL, and a sentence.
  std::function<void(std::string const& url, std::string const& what)> warning = {};
  /// Called often, so that a display can show the progress. If the check has several threads, the
  /// calls come from another thread than that of `crawl`.
  std::function<void(net::Client const& client)> progress = {};
  /// False stops the crawl: what is known by then is the result.
  std::function<bool()> goes_on = {};
};

/// Own URLs that were not asked for, for one reason.
struct NotAsked {
  std::size_t urls = 0;
  std::string example = {};
  std::string_view why = {};  ///< a few words, such as "forbidden by robots.txt"
};

/// Result of a crawl.
struct Crawled {
  Site site;
  std::string start = {};  ///< where the redirects of the start end
  bool is_cut = false;     ///< pages are left since there are more than `max_pages`
  bool stopped = false;    ///< by the sink
  std::size_t left = 0;    ///< own URLs that were not asked for by then
  std::vector<NotAsked> not_asked = {};
  std::set<std::string> proxy_faults = {};  ///< as in ExternalCounts
  net::Counters counters = {};
};

/// Crawls a site. Fails with a sentence when the start cannot be read, or when there is no room for
/// the pages. `check` says which links are not checked: these are not followed. All references
/// outlive the call. With several threads in `check`, one sends requests while another reads pages.
tl::expected<Crawled, std::string> crawl(CrawlOptions const& options, CheckOptions const& check,
                                         net::Transport& transport, net::Clock const& clock,
                                         CrawlSink const& sink);

}  // namespace hrefkit::site
