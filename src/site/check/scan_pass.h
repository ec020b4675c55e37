// The scan pass: reads the pages of a check in several threads and collects their results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/check_state.h"
#include "hrefkit/site/check/page_scan.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// Scans pages in several threads, and merges their results in the order of the pages.
class ScanPass {
 public:
  explicit ScanPass(CheckState& check)
      : check_(check), is_scanned_(check.site.pages().size(), false) {}

  void run();

 private:
  struct Job;

  void scan_pages(std::function<bool(std::uint32_t)> const& is_wanted);
  void scan_waiting_sheets();
  void scan_scripts(std::function<bool(std::uint32_t)> const& is_wanted);
  bool reports_a_script() const;
  void report_unread_links();
  void scan(std::function<bool(Job&)> const& next_job);
  bool remember(Job& job) const;
  void add(PageFacts const& facts);
  void add_flags(PageFacts const& facts);
  void add_addresses(PageFacts const& facts);
  void find_own_address();
  void add_anchors(PageFacts const& facts);
  void add_uses(std::span<AnchorUse const> uses);
  void skip(PageFacts const& facts);

  CheckState& check_;
  std::vector<bool> is_scanned_;  // by page
  std::size_t second_ids_ = 0;    // that were found
  MajorityVote canonical_roots_;
  MajorityVote sitemap_roots_;
  MajorityVote feed_roots_;
  MajorityVote card_roots_;
  MajorityVote linked_roots_;
  MajorityVote home_pages_;
};

}  // namespace hrefkit::site
