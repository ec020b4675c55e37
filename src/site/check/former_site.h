// An earlier state of a site, against which a check finds only what a change broke: `--since`.
//
// The old folder is checked like the new one, and its findings are known: those of the same page,
// or of the page that it became, with the same rule, element, reference and target. Lines do not
// count. What links of the old folder led to must still be there: files, and ids of pages.
//
// Costs a second check, of the old folder, and a second reading of its pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

class FormerSite {
 public:
  /// How much of the old folder is needed.
  enum class Reading : std::uint8_t {
    addresses,  ///< what must be kept
    all,        ///< its findings and ids, too
  };

  /// Reads the folder `root` as an earlier state of `site`. Files that cannot be read go to
  /// `sink.fault`. Fails with a sentence if the folder cannot be read.
  static tl::expected<std::unique_ptr<FormerSite>, std::string> read(Site const& site,
                                                                     CheckOptions const& options,
                                                                     CheckSink const& sink,
                                                                     std::string const& root,
                                                                     Reading reading);

  Site const& site() const { return site_; }

  /// Finds where pages went: by redirects of the new state, or as their bytes or their canonical
  /// addresses say (move/page_pairs.h).
  void find_moved(Site const& now, SiteRedirects const& redirects);

  /// True for a finding that the old state had, too: once for each that it had.
  bool had(Finding const& finding, std::string_view root);

  /// A file that must be kept.
  struct Address {
    EntryId file = no_entry;
    std::string url;  ///< by which links led there, or its own
  };
  /// Pages, feeds, and what hyperlinks led to, in the order of their names.
  std::vector<Address> const& addresses() const { return addresses_; }

  /// An id to which links led.
  struct AskedId {
    EntryId page = no_entry;
    std::string id;
  };
  std::vector<AskedId> const& asked_ids() const { return asked_ids_; }

  /// The page that the old file at `path` became; `path` if it is where it was.
  std::string const& new_path(std::string const& path) const;

 private:
  explicit FormerSite(Site site) : site_(std::move(site)) {}

  void read_links(SiteRedirects const& redirects);
  void read_findings(CheckOptions const& options, CheckSink const& sink);
  std::uint64_t key_of(Finding const& finding, std::string_view path, bool is_moved) const;

  Site site_;
  std::vector<Address> addresses_;
  std::vector<AskedId> asked_ids_;
  std::unordered_map<std::uint64_t, std::size_t> findings_;  // with their references
  std::unordered_map<std::uint64_t, std::size_t> targets_;   // without, for pages that moved
  std::unordered_map<std::string, std::string> new_paths_;   // of pages that moved
  std::unordered_map<std::string, std::string> former_paths_;
};

/// Emits what the old state had and the new one has not: addresses without file and redirect
/// (`removed-url`), and ids (`id-lost`). False when `emit` stopped.
bool find_lost(FormerSite const& former, CheckedSite const& checked, CheckOptions const& options,
               CheckSummary& summary, Emit const& emit);

}  // namespace hrefkit::site
