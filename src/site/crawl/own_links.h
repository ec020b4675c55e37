// The own URLs to which the links of a page lead, as far as a crawl asks for them.
//
// The scanner of the check (check/page_scan.h) decides what is a link to the site itself, so that a
// link that the check will judge is asked for, and no other. What it finds in the page is kept for
// the check.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/page_elements.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/page_scan.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// Why a link leads to an own URL.
struct OwnLink {
  std::string_view url;       ///< absolute, without a fragment; views what the next link changes
  EntryId target = no_entry;  ///< of the URL, where the live site has it
  bool is_document = false;   ///< `is_page`, and it can use a page of HTML
  bool wants_start = false;   ///< the bytes of a page decide whether it can be used
  bool is_page = false;  ///< GET: a hyperlink, a frame, a style sheet, a script, a feed, a manifest
  bool wants_ids = false;   ///< the link has a fragment that may be an id
  bool is_sitemap = false;  ///< named by a sitemap index
  ScriptLoad load = {};     ///< how it loads a script
};

/// What is known by now of the own URL of a link.
enum class LinkDiscovery : std::uint8_t {
  unknown,  ///< the link is to be added, if the check judges it
  known,    ///< other links may want more of it: a page instead of a file, or ids
  settled,  ///< no link has anything to add
};

/// Finds them, page after page, and scans the pages for the check at the same time.
class OwnLinkFinder final : OpenLinkSink {
 public:
  /// `live` is what the crawl knows by now. `options` say which links are not checked, and must
  /// outlive this.
  OwnLinkFinder(std::shared_ptr<LiveSite const> live, CheckOptions const& options);

  /// Says what a link would add. What is settled stays so.
  using Classify = std::function<LinkDiscovery(OwnLink const& link)>;
  /// Adds another one, and returns the number of its target.
  using AddLink = std::function<EntryId(OwnLink const& link)>;

  /// The page that `find` reads: to be opened by `open_bytes`.
  PageFile& page() { return scanner_.reporter().page(); }

  /// Calls `add_link` for each link to the site itself that the check judges and that is unknown,
  /// in source order. A fault in the page ends its links, as in the check. Returns what the scan
  /// has found in page `number` of the live site.
  PageFacts find(std::uint32_t number, Classify const& classify, AddLink const& add_link);

  /// True for an opened page (`open_bytes`) that is a sitemap index.
  static bool is_index(PageFile const& page);

  /// What was kept of pages.
  std::shared_ptr<CrawlScans> const& scans() { return scans_; }

 private:
  EntryId add(std::string_view url, EntryId entry, html::Link const& link,
              html::UsableContent usable, ScriptLoad const& load) override;
  bool is_wanted(html::Link const& link, std::string_view url);

  CheckOptions const& options_;
  std::shared_ptr<LiveSite const> live_;
  std::shared_ptr<CrawlScans> scans_;
  Site site_;
  SiteRedirects redirects_;  // none: the server does what they say
  FoldedNames names_;
  PageScanner scanner_;
  PageElements elements_;
  bool is_index_ = false;  // the page is a list of sitemaps
  Classify const* classify_ = nullptr;
  AddLink const* add_link_ = nullptr;
  std::string url_;
  std::vector<bool> settled_;  // by own URL
};

}  // namespace hrefkit::site
