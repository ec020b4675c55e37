// Checks every link of a site.
//
//   auto site = Site::read({.root = "public"});
//   const CheckSummary summary = check(*site, {}, {.finding = [](Finding const& finding) {
//     std::cout << finding.file << ':' << finding.line << ": " << finding.message << '\n';
//     return true;
//   }});
//
// Pages are read twice at most. The scan pass judges each link and collects ids and the fragments
// that ask for them; nothing is kept for a link that is fine. The report pass, at pages with
// findings only, makes the rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/site/external.h"               // IWYU pragma: export
#include "hrefkit/site/finding.h"                // IWYU pragma: export
#include "hrefkit/site/pages/page_row.h"         // IWYU pragma: export
#include "hrefkit/site/report/baseline.h"        // IWYU pragma: export
#include "hrefkit/site/report/finding_groups.h"  // IWYU pragma: export
#include "hrefkit/site/setting_values.h"         // IWYU pragma: export
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// What is checked, and how.
struct CheckOptions {
  Severities severities = {};  ///< rules that are off are not reported
  /// Links to a local address that readers may follow are notes: documentation names such. Else
  /// they are as severe as what is loaded from there.
  bool local_links_are_notes = true;
  /// Decides by a literal address, or a name of localhost, that it is no local address; empty:
  /// none.
  std::function<bool(std::string_view host)> is_allowed_host = {};
  bool orphans = false;        ///< report pages that no other page leads to, and such files
  bool as_files = false;       ///< report what does not work without a server (`not_from_files`)
  bool list_external = false;  ///< report links to other sites, by the rule `external`
  bool map_folders = false;    ///< report how the site's folders link to each other
  html::AlsoFind also = {};    ///< check these URLs, too, which are no links of HTML
  html::XmlBase xml_base = html::XmlBase::automatic;  ///< which xml:base attributes count
  html::FeedBase feed_base = html::FeedBase::feed;    ///< the base of HTML in the items of feeds
  std::size_t threads = 1;                            ///< that work at once; 0 means 1
  /// Pages whose links are checked, by their path below the root; empty: all are. The others are
  /// read for their ids only, where links lead to these.
  std::function<bool(std::string_view path)> is_reported = {};
  /// Paths of further files of redirects, besides those in the root (`redirect_files`).
  std::vector<std::string> redirect_files = {};
  /// Path of a sitemap, of a list with a URL or path a line, or of a folder with an earlier state
  /// of the site: each of its own URLs must have a file or a redirect (rule `removed-url`). Empty
  /// if not checked.
  std::string keep_urls = {};
  /// The folder of an earlier state of the site. Only findings that it does not have are reported,
  /// and targets of its links that are gone (former_site.h). Empty: all findings are reported.
  std::string since = {};
  /// Findings about these URLs are ignored; empty: none are. Called by several threads.
  std::function<bool(std::string_view url)> is_excluded = {};
  /// How links to other sites are asked for, with the rules `external_...`; null: they are not. It
  /// must outlive the check.
  ExternalOptions const* external = nullptr;
  /// Folders of the files from which the site was made: findings get the places in them where they
  /// can be repaired (`Finding::source`). They are read only where there are findings.
  std::vector<std::string> sources = {};
  /// Findings get what repairs them (`Finding::fix`). Only pages with findings pay for it.
  bool finds_fixes = false;
  /// What is told of the pages and of the links between them.
  PageOptions pages = {};

  /// True where facts of all pages are gathered: for `pages`, or a rule of the group `consistency`.
  bool gathers_pages() const;
};

/// Why a link was not judged.
enum class SkipReason : std::uint8_t {
  not_fetched,        ///< no browser fetches what the attribute names
  no_rel,             ///< a link element without rel
  hint,               ///< preconnect and dns-prefetch name hosts
  dropped_candidate,  ///< the parser drops the srcset candidate
  scheme,             ///< mailto:, javascript:, data: and others
  file_url,           ///< file: URLs
  page_state,         ///< "#/x" and "#!x"
  unlisted,           ///< below a folder that could not be listed
  too_long,           ///< the URLs of the page are too long all together (html/url_budget.h)
  post_form,          ///< forms that send data: nobody asks for their targets
  joined_page,        ///< relative, in a file that joins pages of many addresses: llms-full.txt
  not_asked,          ///< on a live site: a trap, or past a limit of the crawl
  unused_script,      ///< in a script that no page loads
  bare_specifier,     ///< a name of a module in a script that may not run
};
inline constexpr std::size_t not_judged_count =
    static_cast<std::size_t>(SkipReason::bare_specifier) + 1;

/// What names the address that a site seems to be made for.
enum class AddressSource : std::uint8_t {
  nothing,
  canonicals,  ///< the canonical addresses of most pages
  sitemaps,    ///< most URLs of the sitemaps
  feeds,       ///< most URLs of the feeds
  cards,       ///< og:url of most social cards
  links,       ///< most links, whose paths are in the folder
  paths,       ///< the path with which links from the root of the host begin
};

/// A folder of the site and the number of pages in it.
struct FolderPages {
  std::string path;  ///< below the root, ending in '/' unless it is the root
  std::size_t pages = 0;
  std::size_t links = 0;  ///< of these pages, that are judged
};

/// How many pages of one folder lead readers to another.
struct FolderLinks {
  std::size_t from = 0;  ///< number of the folder
  std::size_t to = 0;
  std::size_t pages = 0;  ///< pairs of pages
};

/// Every link is counted once, in `fine`, `found`, `external`, `ignored` or `not_judged`.
struct CheckSummary {
  std::size_t pages = 0;        ///< HTML, XHTML and SVG
  std::size_t other_files = 0;  ///< style sheets, feeds, sitemaps, manifests, other XML
  std::size_t files_read = 0;   ///< those of them that could be read, and _redirects
  std::size_t links = 0;
  std::size_t fine = 0;
  std::size_t by_catch_all = 0;  ///< of those: by a rule for all addresses alone
  std::size_t found = 0;         ///< links with a finding
  std::size_t external = 0;      ///< links to other sites
  std::size_t ignored = 0;       ///< links whose finding was not wanted
  std::array<std::size_t, not_judged_count> not_judged = {};
  /// Fragments of pages that scripts build (html/script_built.h), each once: they are not judged,
  /// and their links count as if they had none.
  std::size_t left_to_scripts = 0;
  std::size_t looked_for = 0;  ///< findings whose places were looked for in the sources
  std::size_t in_sources = 0;  ///< of them, that were found there at a line
  std::size_t errors = 0;      ///< findings by severity, those on pages included
  std::size_t warnings = 0;
  /// The address of a root below which more than half of the pages, without those that redirect,
  /// have their canonical address, when its origin is not the site's own:
  /// "https://h.example/docs/". Mostly empty.
  std::string canonical_root = {};
  /// The address for which the site seems to be made, where that is not the one for which it is
  /// checked: "https://h.example/docs/". Mostly empty.
  std::string own_address = {};
  AddressSource own_address_source = AddressSource::nothing;
  /// How many of the links that were not judged have which other scheme.
  std::map<std::string, std::size_t> schemes = {};
  std::size_t computed_imports = 0;  ///< imports in scripts whose names are computed
  std::size_t webpack_scripts = 0;   ///< scripts that webpack writes: they compute names, too
  /// Files to which nothing leads, but that a script may name: scripts and style sheets beside or
  /// below a script that computes the names of files, and files whose names stand in strings of
  /// scripts. Whether they are orphans is not known.
  std::size_t unknown_orphans = 0;
  std::size_t bases = 0;   ///< of the links that are fine: those of base elements
  std::size_t judged = 0;  ///< links of which the scan pass knew that they are judged
  /// The path below which the site would have what most links from the root of the host name:
  /// "/docs/". Empty where that is the path for which it is checked.
  std::string path_before = {};
  /// Why many findings are there: `Finding::cause` has the number. Some may have no finding that
  /// was given to the sink.
  std::vector<Cause> causes = {};
  std::vector<FolderPages> folders = {};       ///< only where asked for
  std::vector<FolderLinks> folder_links = {};  ///< only where asked for
  ExternalCounts asked = {};                   ///< what was asked for, and what came of it
  bool has_listed_pages = false;  ///< all rows of CheckSink::page and `edge` were given
  bool failed = false;            ///< some page could not be read
  bool stopped = false;           ///< the sink asked to stop

  /// Counts a finding that is given to the sink.
  void count(Finding const& finding) {
    if (finding.severity == Severity::error) ++errors;
    if (finding.severity == Severity::warning) ++warnings;
  }

  /// Takes back the count of one that is not.
  void discount(Finding const& finding) {
    if (finding.severity == Severity::error) --errors;
    if (finding.severity == Severity::warning) --warnings;
  }
};

/// The links that were not judged, for people: "18 skipped (data:, mailto:, javascript:)". Empty
/// for none.
std::string skipped_links(CheckSummary const& summary);

/// Where results go. The functions are called by one thread at a time.
struct CheckSink {
  /// Called with a finding; false stops the check. In the order of file names, then of the source.
  std::function<bool(Finding const&)> finding = {};
  /// Called with a file that cannot be read: its path and why.
  std::function<void(std::string const& path, std::string const& why)> trouble = {};
  /// Called for a file that cannot be parsed to its end, with `path` followed by line and column,
  /// and for a file that is not text, with its path alone. So are faults of sources.
  std::function<void(std::string const& path, std::string const& why)> fault = {};
  /// Called once a page, for a display of progress.
  std::function<void()> progress = {};
  /// With PageOptions::rows, called with each page in the order of the site, then with each other
  /// own URL to which something leads; false ends the calls. After all findings.
  std::function<bool(PageRow const&)> page = {};
  /// With PageOptions::edges, called with the links between pages, page by page in that order, each
  /// at the place of the first that is the same; false ends the calls.
  std::function<bool(PageEdge const&)> edge = {};
};

/// Checks the site. The answer does not depend on the number of threads.
CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink);

/// The address for which the site in a folder seems to be made, and what names it.
struct OwnAddress {
  std::string url = {};  ///< ends in '/'; empty where nothing names one
  AddressSource source = AddressSource::nothing;
};

/// Finds the address as a check does (`CheckSummary::own_address`), in `threads` threads.
OwnAddress find_own_address(Site const& site, std::size_t threads);

/// What names the address, as a sentence: "most pages name an address below it as their own".
std::string_view reason_of(AddressSource source);

/// What one check keeps for the next one of the same folder, which then reads only pages that have
/// changed, and those with findings. While files come or go, all pages are read again.
class CheckMemory {
 public:
  CheckMemory();
  ~CheckMemory();
  CheckMemory(CheckMemory const&) = delete;
  CheckMemory& operator=(CheckMemory const&) = delete;

  /// Forgets everything unless `options`, which stands for the options of the next check, is the
  /// same text as the last time.
  void begin(std::string_view options);

  struct State;
  State& state() { return *state_; }

 private:
  std::string options_;
  std::unique_ptr<State> state_;
};

/// The same, with the help of `memory`. The options must be those of the checks before.
CheckSummary check(Site const& site, CheckOptions const& options, CheckSink const& sink,
                   CheckMemory& memory);

}  // namespace hrefkit::site
