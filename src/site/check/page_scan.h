// Scans one page: how many links are fine, whether the page needs a report, which ids it has and
// which ids of other pages it asks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/note.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_elements.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/pages/page_gatherer.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

// A page of a live site is scanned when it arrives, while its crawl goes on: so it is read once.
// What its links to the site itself come to is not known by then. They are kept, each target and
// each wanted id once a page, and the scan pass judges them. Where one of them is more than fine,
// the page is scanned again, unless all of these links were kept: one broken link may stand on all
// pages of a site.

/// The links of a page to its own site, while a crawl goes on.
struct OpenLinks {
  struct Target {
    EntryId entry = no_entry;
    std::uint32_t links = 0;  ///< of this page that lead there
    bool leads_reader = false;
    bool is_sheet = false;       ///< a style sheet of a page in a legacy encoding
    bool needs_content = false;  ///< they cannot use a page
  };
  struct Use {
    WantedIds ids;
    EntryId entry = no_entry;
    bool asks_for_svg_id = false;
    std::uint32_t tag = AnchorUse::no_tag;
  };

  /// A link that may be a finding: its tag and its place in the text.
  struct Kept {
    std::uint32_t tag = 0;
    std::uint32_t begin = 0;
    EntryId entry = no_entry;
  };

  /// A script that the page loads.
  struct Script {
    EntryId entry = no_entry;
    ScriptRole role = ScriptRole::classic;
    std::uint32_t loader = 0;  ///< which of PageFacts::script_loaders
  };

  bool is_whole = false;  ///< else the page is to be scanned again
  std::vector<Target> targets = {};
  std::vector<Use> uses = {};
  std::vector<Kept> kept = {};  ///< in source order, all with one base
  std::vector<Script> scripts = {};
  std::string base = {};
  html::BaseSource base_source = html::BaseSource::document;
  std::string not_asked = {};  ///< URLs that the crawl did not want by then, one a line

  std::size_t bytes() const {
    return targets.size() * sizeof(Target) + uses.size() * sizeof(Use) +
           kept.size() * sizeof(Kept) + scripts.size() * sizeof(Script) + base.size() +
           not_asked.size();
  }
};

/// How a link loads a script, if it does.
struct ScriptLoad {
  std::optional<ScriptRole> role = {};
  std::uint32_t number = 0;              ///< of the loader in its page
  ScriptLoader const* loader = nullptr;  ///< null for a link of a script
};

/// Receives such links: a crawl.
class OpenLinkSink {
 public:
  OpenLinkSink() = default;
  OpenLinkSink(OpenLinkSink const&) = delete;
  OpenLinkSink& operator=(OpenLinkSink const&) = delete;
  virtual ~OpenLinkSink() = default;

  /// A link leads to the own URL `url`, an absolute one, which may have a fragment. `entry` is its
  /// number where that is known. Returns the number, or `no_entry` where the crawl has no use for
  /// the URL. `usable` is what the link can use, `load` how it loads a script.
  virtual EntryId add(std::string_view url, EntryId entry, html::Link const& link,
                      html::UsableContent usable, ScriptLoad const& load) = 0;
};

/// Result of the scan pass for one page. Small: it passes from thread to thread.
struct PageFacts {
  std::uint32_t number = 0;
  std::string error = {};           ///< why the page cannot be read; mostly empty
  std::string skipped = {};         ///< why it is not a page after all; mostly empty
  std::string fault = {};           ///< why only its beginning was read; mostly empty
  std::string fault_place = {};     ///< "line:column" of the fault
  std::string left_out = {};        ///< which of its links are not checked; mostly empty
  std::string open_ignore = {};     ///< "line:column" of a hrefkit-ignore-start that never ends
  bool is_not_well_formed = false;  ///< that is the fault, and a finding
  bool waits = false;               ///< a style sheet whose encoding is not known yet: nothing is
  text::Encoding encoding = text::Encoding::utf_8;  ///< of the page
  /// Style sheets, and the encodings that they have here where they declare none, if not UTF-8.
  std::vector<std::pair<std::uint32_t, text::Encoding>> sheets = {};
  /// Files that are no pages by their names, and what the links of this page say that they are.
  std::vector<std::pair<EntryId, html::ContentType>> declared = {};
  std::vector<ScriptLoader> script_loaders = {};  ///< the documents of this page that load scripts
  std::vector<ScriptUse> scripts = {};            ///< scripts of the site that they load
  bool computes_names = false;  ///< a script that loads files whose names it puts together itself
  bool needs_report = false;
  bool needs_links = false;  ///< of which the links are read again
  /// The rows are made already, unless ids of other pages turn out to be missing.
  bool has_rows = false;
  PageRows rows = {};
  CheckSummary rows_tally = {};
  bool redirects = false;               ///< a meta refresh leads to another page
  bool loses_fragment = false;          ///< and no script passes the fragment on
  std::string refresh_url = {};         ///< where the refresh leads
  bool has_ids = true;                  ///< fragments lead to its ids
  bool is_built_by_script = false;      ///< which gives its fragments their meaning
  bool has_usemap = false;              ///< one that names no map
  std::string canonical_root = {};      ///< by the page's canonical address on another origin
  std::string card_root = {};           ///< the same by og:url, without a canonical address
  MajorityVote listed_roots = {};       ///< the same by the URLs of a feed or a sitemap
  bool is_sitemap = false;              ///< and it is one
  bool may_have_directive_ = false;     ///< a comment of the page has a directive for hrefkit
  bool has_integrity_fault = false;     ///< names another hash than one of its files has
  MajorityVote linked_roots = {};       ///< roots of links to other sites; "" is of all others
  MajorityVote home_pages = {};         ///< other sites to whose root a link leads
  std::size_t from_root = 0;            ///< links from the root of the host that are fine
  std::string lost = {};                ///< links to nothing, see LostLinks
  CheckSummary tally = {};              ///< links that need no report
  std::vector<AnchorKey> anchors = {};  ///< of the page's ids and names
  std::vector<AnchorKey> doubled = {};  ///< those that stand there twice
  std::vector<AnchorUse> uses = {};     ///< ids that links ask for on other pages; some twice
  /// The same on this page: missing, or doubled. Of the latter those that are not ignored.
  std::vector<AnchorUse> own_uses = {};
  /// All of the page, if `own_uses` asks for one and they are not many.
  std::vector<SecondId> second_ids = {};
  /// URLs of other sites that are asked for, one a line, each behind a letter for its
  /// UsableContent.
  std::string foreign = {};
  std::size_t foreign_links = 0;             ///< that have them
  std::vector<std::uint32_t> leads_to = {};  ///< pages that a reader can go to; for orphans
  std::vector<EntryId> files = {};           ///< other files to which links lead; for orphans
  /// Pages behind links out of the folder, which are not read, each with its link.
  std::vector<std::pair<EntryId, EntryId>> unread_pages = {};
  OpenLinks open = {};         ///< of a page that was scanned by its crawl
  GatheredPage gathered = {};  ///< only where facts of pages are gathered

  /// For a page that is not reported: what it links to does not matter, but whether it only
  /// redirects does.
  void forget_links();

  /// The memory that this takes, about.
  std::size_t bytes() const;
};

/// The scans that a crawl has made of its pages. Past `max_bytes` none is kept: those pages are
/// scanned again.
class CrawlScans {
 public:
  static constexpr std::size_t max_bytes = std::size_t{64} << 20;

  /// `options` are those of the check to come.
  explicit CrawlScans(CheckOptions const& options) : used_(&options), options_(options) {}

  void add(PageFacts const& facts);

  /// True where they serve a check with these options.
  bool fit(CheckOptions const& options) const;

  /// What is known of a page; null where it is to be scanned.
  PageFacts const* find(std::uint32_t page) const;

  /// All ids in the scans are hashed by it.
  AnchorHash const& hash() const { return hash_; }

 private:
  CheckOptions const* used_;
  CheckOptions options_;  // as they were
  AnchorHash hash_;
  std::vector<std::unique_ptr<PageFacts>> pages_;  // by number
  std::size_t bytes_ = 0;
};

/// Scans pages. One for each thread.
class PageScanner {
 public:
  PageScanner(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
              FoldedNames const& names, CheckOptions const& options);

  /// Fills `facts`, of which `number` says which page it is.
  void scan(PageFacts& facts);

  /// The same for a page whose crawl goes on, and which is open: `sink` gets its links to the
  /// site itself, in source order. The facts are of use where `open.is_whole`.
  void scan_open(PageFacts& facts, OpenLinkSink& sink);

  /// The reporter of the same page: the report pass goes on with the memory that the scan has used.
  PageReporter& reporter() { return rows_; }

 private:
  static constexpr std::size_t remembered_uses = std::size_t{1} << 12;
  /// At most so many links of a page are kept.
  static constexpr std::size_t max_kept_links = 32;
  /// At most so many second ids are kept, of so many bytes each.
  static constexpr std::size_t max_second_ids = 32;
  static constexpr std::size_t max_id_bytes = 256;

  enum class ForeignUse : std::uint8_t { asked, left_out, ignored, post_form };

  bool reuse_crawl_scan(PageFacts& facts);
  bool judge_open_links(LiveSite const& live, PageFacts& facts);
  bool find_links(PageFacts& facts);
  void begin(PageFacts& facts);
  void add_open(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                PageFacts& facts);
  void add_open_use(html::Link const& link, html::LinkBlock const& block, std::string_view fragment,
                    EntryId target, PageFacts& facts);
  void add_open_target(OpenLinks::Target const& target, OpenLinks& open);
  void keep_open(html::Link const& link, html::LinkBlock const& block, EntryId target,
                 OpenLinks& open);
  bool judge_kept_links(std::vector<EntryId> const& targets, std::size_t links, PageFacts& facts);
  bool wants_readers_links() const {
    return options_.orphans || options_.map_folders || reports_redirected_;
  }
  void add_links(html::LinkBlock const& block, PageFacts& facts);
  void add_verdict(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                   PageFacts& facts);
  void add_external(html::Link const& link, html::LinkBlock const& block, bool is_moved,
                    PageFacts& facts);
  ForeignUse foreign_use(html::Link const& link, html::LinkBlock const& block);
  void add_foreign(html::Link const& link, html::LinkBlock const& block, PageFacts& facts) const;
  void add_finding(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                   PageFacts& facts);
  void add_script(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                  PageFacts& facts);
  ScriptLoad script_load(html::Link const& link, html::LinkBlock const& block, PageFacts& facts);
  std::uint32_t loader_number(html::Link const& link, html::LinkBlock const& block,
                              PageFacts& facts);
  std::optional<text::Encoding> sheet_encoding(html::Link const& link,
                                               html::LinkBlock const& block) const;
  void add_sheet(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                 PageFacts& facts);
  void add_lost(html::Link const& link, html::LinkBlock const& block, PageFacts& facts) const;
  void add_declared(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                    PageFacts& facts) const;
  void add_refresh(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                   PageFacts& facts);
  bool begin_rows(PageFacts& facts);
  void add_file(Verdict const& verdict, PageFacts& facts);
  void add_address(html::Link const& link, PageFacts& facts);
  void add_linked_roots(PageFacts& facts) const;
  void add_card(PageFacts& facts);
  void compare_digest(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict,
                      PageFacts& facts);
  void add_use(AnchorUse use, html::Link const& link, std::uint32_t tag, PageFacts& facts);
  void add_note(html::Note const& note, PageFacts& facts);
  void add_open_ignore(PageFacts& facts);
  void add_anchors(std::span<html::Anchor const> anchors, PageFacts& facts);
  void add_second_id(AnchorKey key, html::Anchor const& anchor);
  void judge_second_ids(std::size_t second_anchors, PageFacts& facts);
  void drop_ignored_uses(PageFacts& facts);
  void finish(PageFacts& facts);

  Site const& site_;
  AnchorHash const& hash_;
  CheckOptions const& options_;
  PageReporter rows_;  // makes rows at once where it can
  PageFile& page_;
  LinkJudge& judge_;
  PageElements& elements_;
  std::optional<PageGatherer> gatherer_;  // only where facts of pages are gathered
  CrawlScans const* scans_;               // null for a folder
  bool reports_redirected_;               // links that work by a redirect
  bool reports_orphan_files_;
  std::string foreign_urls_;         // of the page's links to other sites, one a line
  bool looks_for_card_ = false;      // in this page, as in about 64 of the site
  bool has_canonical_ = false;       // the page that is scanned
  bool may_have_directive_ = false;  // a comment of the page begins with "hrefkit-"
  bool has_integrity_ = false;       // perhaps: it loads scripts or style sheets of its own site
  OpenLinkSink* open_link_sink_ = nullptr;  // of a page whose crawl goes on
  Emit keep_row_;
  PageFacts* facts_ = nullptr;  // of the page that is scanned
  bool has_begun_rows_ = false;
  bool is_copy_ = false;              // another address of a file that is a page itself
  bool has_legacy_encoding_ = false;  // and no UTF-16
  std::size_t readers_links_ = 0;     // a and area elements with href
  bool redirects_at_once_ = false;
  ImageMaps image_maps_;
  // Of the page: its loaders of scripts by their contexts and bases, and its maps by contexts.
  ScriptLoaders script_loaders_;
  bool last_anchor_counts_ = false;  // it has a name
  std::uint64_t scan_ = 0;           // how many pages were scanned
  struct LastUse {
    AnchorKey key = 0;
    std::uint64_t scan = 0;
    std::uint32_t place = 0;  // among the uses of the page
  };
  /// Where the last use with such a key is kept.
  LastUse& last_use(AnchorKey key) { return last_uses_[text::mix64(key) % remembered_uses]; }

  std::vector<LastUse> last_uses_ = std::vector<LastUse>(remembered_uses);
  std::vector<LastUse> last_ids_ = std::vector<LastUse>(remembered_uses);  // the same of ids
  std::vector<SecondId> second_ids_;  // of the page, unless others took their place in `last_ids_`
  struct OwnUse {
    AnchorKey key = 0;
    std::uint32_t begin = 0;  // of its link
    std::uint32_t context = 0;
  };
  std::vector<OwnUse> own_uses_;  // of ids of the page, each of its links
  struct LastTarget {
    std::uint64_t scan = 0;
    std::uint32_t place = 0;  // in OpenLinks::targets
  };
  std::vector<LastTarget> last_targets_;  // of crawls only
};

/// A page that only redirects has so many links for readers at most.
inline constexpr std::size_t max_links_of_redirect = 2;

/// True for the value of a refresh that sends readers to another page before they have read this
/// one.
bool sends_on(std::string_view refresh);

}  // namespace hrefkit::site
