// The own URLs to which the links of a page lead, as far as a crawl asks for them.
//
// The judge of links (check/link_judge.h) decides what is a link to the site itself: here it judges
// for a site of which nothing is known yet, so that a link that the check will judge is asked for,
// and no other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// What is known by now of the own URL of a link.
enum class OwnLinkNews : std::uint8_t {
  unknown,           ///< the link is to be told, if the check judges it
  known,             ///< other links may want more of it: a page instead of a file, or ids
  settled,           ///< no link without an id has anything to add
  settled_with_ids,  ///< no link at all has
};

/// Finds them, page after page.
///
/// FAST: most links of a site repeat a reference that leads to a settled URL: those of menus. Such
/// a reference is known again by its text and by the folder of its base URL, and is not judged.
class OwnLinkFinder {
 public:
  /// `options` say which links are not checked, and must outlive this.
  OwnLinkFinder(std::string const& origin, CheckOptions const& options);

  /// Says what a link would add. What is settled stays so.
  using News = std::function<OwnLinkNews(OwnLink const& link)>;
  using Take = std::function<void(OwnLink const& link)>;

  /// The page that `find` reads: to be opened by `open_bytes`.
  PageFile& page() { return page_; }

  /// Calls `take` for each link to the site itself that the check judges and of which `news` does
  /// not know enough, in source order. A fault in the page ends its links, as in the check.
  void find(News const& news, Take const& take);

 private:
  /// A reference that is the same on each page of a folder: 0 where it is not.
  std::uint64_t reference_key(html::Link const& link, html::LinkBlock const& block);
  bool is_settled(std::uint64_t key, bool wants_ids) const;
  void settle(std::uint64_t key, OwnLinkNews news);
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
  std::optional<bool> may_be_ignored_;  // something in the page tells to ignore links
  /// Keys of references to what is settled, each at the place that its bits name; the lowest bit is
  /// set where it is settled with ids.
  std::vector<std::uint64_t> settled_;
  std::string_view base_;  // of the link before, in the same block
  std::uint64_t base_key_ = 0;
  std::uint64_t folder_key_ = 0;
};

}  // namespace hrefkit::site
