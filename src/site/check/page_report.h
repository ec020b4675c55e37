// Makes the rows of one page with findings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/integrity.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_elements.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/external/targets.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

enum PageFlag : std::uint16_t {
  flag_report = 1,
  flag_redirects = 2,  ///< its fragments are not judged
  flag_unread = 4,     ///< nor are those of a page that could not be read
  flag_doubled = 8,    ///< has ids of `asked_doubles`
  flag_usemap = 16,
  flag_orphan = 32,
  flag_linked = 64,           ///< another page leads there
  flag_no_ids = 128,          ///< no fragment leads into it: a style sheet, a feed, a manifest
  flag_loses_fragment = 256,  ///< it redirects, and leaves the visitor's fragment behind
  flag_sitemap = 512,
  flag_integrity = 1024,        ///< names another hash than one of its files has
  flag_links = 2048,            ///< some of its links may have findings
  flag_built_by_script = 4096,  ///< its fragments are not judged
  flag_island = 8192,           ///< no path of links leads there from the start
};

/// An element with an id that one before it in its page has.
struct SecondId {
  AnchorKey key = 0;
  std::string id = {};
  std::string element = {};
  text::Span span = {};  ///< of the value, in the page's text
  bool is_ignored = false;
};

class SitePages;

/// The result of the scan pass for all pages. Read only.
struct SiteFacts {
  AnchorStore anchors;                          ///< all ids of all pages
  std::unordered_set<AnchorKey> asked_doubles;  ///< ids that stand twice and that links ask for
  std::vector<std::uint16_t> flags;             ///< of each page: PageFlag
  /// Pages whose other findings are none or known, and the tags of links that ask for missing ids.
  /// Sorted.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> missing = {};
  /// By page, where they are known: other pages are read again for them.
  std::unordered_map<std::uint32_t, std::vector<SecondId>> second_ids = {};
  /// Where the pages with `flag_redirects` lead.
  std::unordered_map<std::uint32_t, std::string> refresh_urls = {};
  /// What came of the links to other sites; null where they were not asked for.
  ExternalTargets const* externals = nullptr;
  /// What pages say of each other; null where it was not gathered.
  SitePages const* pages = nullptr;

  /// Those of one page.
  std::span<std::pair<std::uint32_t, std::uint32_t> const> tags_in(std::uint32_t page) const {
    const auto begin = std::lower_bound(missing.begin(), missing.end(), std::pair(page, 0U));
    const auto end = std::lower_bound(begin, missing.end(), std::pair(page + 1, 0U));
    return {begin, end};
  }

  /// True when the fragment leads to nothing.
  bool lacks(AnchorUse const& use) const {
    constexpr int not_judged = flag_unread | flag_no_ids | flag_built_by_script;
    if ((flags[use.to] & not_judged) != 0) return false;
    if ((flags[use.to] & flag_redirects) != 0 && !loses(use)) return false;
    return !anchors.has(use);
  }

  /// True when only the script that builds the page knows what the fragment means.
  bool leaves_to_script(AnchorUse const& use) const {
    constexpr int not_judged = flag_unread | flag_no_ids | flag_redirects;
    return (flags[use.to] & flag_built_by_script) != 0 && (flags[use.to] & not_judged) == 0 &&
           !anchors.has(use);
  }

  /// True when a redirect leaves the fragment behind, unless it leads to it.
  bool loses(AnchorUse const& use) const {
    return (flags[use.to] & flag_loses_fragment) != 0 && use.from != use.to;
  }
};

/// Called with a finding; false stops.
using Emit = std::function<bool(Finding const&)>;

/// Makes the rows of pages. One for each thread.
class PageReporter {
 public:
  PageReporter(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
               FoldedNames const& names, CheckOptions const& options);
  ~PageReporter();

  /// To be called before `report`. They must outlive this.
  void use(SiteFacts const& facts) { facts_ = &facts; }

  /// Which rows are not known yet.
  enum class Rows : std::uint8_t { all, missing_ids };

  /// Passes the findings of page `number` to `emit`, in source order. `tally` counts the links that
  /// the scan pass left open. Returns why the page cannot be read, or nothing.
  std::optional<std::string> report(std::uint32_t number, CheckSummary& tally, Emit const& emit,
                                    Rows rows = Rows::all);

  // The scan pass judges with the same parts, and makes the rows of a page at once where it can:
  // most pages with findings then need no second reading.

  PageFile& page() { return page_; }
  LinkJudge& judge() { return judge_; }
  html::LinkFinder& finder() { return finder_; }
  /// Of the open page. To be reset with each.
  PageElements& elements() { return elements_; }

  /// The digest of the file to which a link of the open page leads, where it is another one than
  /// the link's element names.
  std::optional<std::string> other_digest(html::Link const& link, html::LinkBlock const& block,
                                          Verdict const& verdict);

  /// Begins rows for the page, which is open. `tally` and `emit` must outlive them.
  void begin_rows(CheckSummary& tally, Emit const& emit);

  /// Makes the row of a finding, for the link that `judge()` judged last. The verdict must not
  /// depend on what only all pages together show.
  void make_row(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict);

  /// Makes the warnings about that link: about what is loaded, and about the page's encoding.
  void warn(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict);

 private:
  class Page;

  Site const& site_;
  AnchorHash const& hash_;
  SiteFacts const* facts_ = nullptr;
  CheckOptions const& options_;
  LinkJudge judge_;
  Suggestions suggestions_;
  FileDigests digests_;
  PageFile page_;
  PageElements elements_{page_};
  html::LinkFinder finder_;
  std::unique_ptr<Page> rows_;
};

}  // namespace hrefkit::site
