// The own URLs to which the links of a page lead, as far as a crawl asks for them.
//
// The judge of links (check/link_judge.h) decides what is a link to the site itself: here it judges
// for a site of which nothing is known yet, so that a link that the check will judge is asked for,
// and no other.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/element_facts.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/redirects.h"

namespace hrefkit::site {

/// Why a link leads to an own URL.
struct OwnLink {
  std::string_view url;     ///< absolute, without a fragment; views what the next link changes
  bool is_page = false;     ///< GET: a hyperlink, a frame, a style sheet, a feed, a manifest
  bool wants_ids = false;   ///< the link has a fragment that may be an id
  bool is_sitemap = false;  ///< named by a sitemap index
};

/// Finds them, page after page.
class OwnLinkFinder {
 public:
  /// `options` say which links are not checked, and must outlive this.
  OwnLinkFinder(std::string const& origin, CheckOptions const& options);

  /// True for a link that is to be told: one that is known already needs no closer look.
  using IsNew = std::function<bool(OwnLink const& link)>;
  using Take = std::function<void(OwnLink const& link)>;

  /// The page that `find` reads: to be opened by `open_bytes`.
  PageFile& page() { return page_; }

  /// Calls `take` for each link to the site itself that the check judges and `is_new` wants, in
  /// source order. A fault in the page ends its links, as in the check.
  void find(IsNew const& is_new, Take const& take);

 private:
  bool is_wanted(html::Link const& link, html::LinkBlock const& block);

  CheckOptions const& options_;
  std::shared_ptr<LiveSite> nothing_;  // of this site, nothing is known
  Site site_;
  SiteRedirects redirects_;
  AnchorHash hash_;
  Severities severities_;  // links are judged whatever is reported
  LinkJudge judge_;
  PageFile page_;
  PageElements elements_;
  html::LinkFinder finder_;
  bool may_be_ignored_ = false;  // something in the page tells to ignore links
};

}  // namespace hrefkit::site
