// The pages of a site together: how many clicks each is from the start, who leads to it, and what
// pages say of each other (rules of the group `consistency`).
//
// The scan pass adds each page in turn. What a page says of itself and where its links lead is
// written to a file without a name at once (crawl/body_store.h), so that about 60 bytes a page and
// 8 a file stay in memory, however many links there are. The fewest clicks are found level by level
// from the start pages (breadth first), for which the links of each page are read back once; those
// of a redirect cost nothing. Rows are made last, when the findings have been counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "hrefkit/net/robots.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/crawl/body_store.h"
#include "hrefkit/site/pages/page_gatherer.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// The fault of a link of a page.
struct KnownFault {
  std::uint32_t page = 0;
  LinkFault fault = {};
};

/// Used by one thread.
class SitePages {
 public:
  /// All must outlive this.
  SitePages(Site const& site, SiteRedirects const& redirects, CheckOptions const& options);

  /// Adds a page that was read. Says why what is gathered cannot be kept: the disk is full.
  tl::expected<void, std::string> add(std::uint32_t page, GatheredPage const& links);

  /// Sets the pages from which clicks are counted, once all were added; returns the first of
  /// PageOptions::starts that leads to none of them.
  std::optional<std::string> find_starts();

  /// Finds depths and faults after that, or says why what was kept cannot be read.
  tl::expected<void, std::string> finish();

  /// The faults, by page.
  std::span<KnownFault const> faults() const { return faults_; }

  /// Those of one page, by `LinkFault::link`.
  std::span<KnownFault const> faults_of(std::uint32_t page) const;

  /// The address of an entry as visitors see it.
  std::string make_address(std::uint32_t node) const;

  /// True for a page to which no path of links leads from the start. After `finish`.
  bool is_island(std::uint32_t page) const;

  void count_finding(std::uint32_t page) { ++findings_[page]; }

  /// Calls the functions of `sink` with all rows. `is_reported` says which pages have a row of
  /// their own. Says why what was kept cannot be read.
  tl::expected<void, std::string> emit(CheckSink const& sink, std::vector<bool> const& is_reported);

 private:
  enum Flag : std::uint8_t {
    flag_there = 1,
    flag_noindex = 2,
    flag_elsewhere = 4,  ///< its canonical address is another one
    flag_sends_on = 8,   ///< a refresh leads visitors to another page
  };

  /// A redirect of a folder, or what does not exist there. Its number is that of the last entry and
  /// more.
  struct OtherNode {
    std::string url;
    PlaceKind kind = PlaceKind::missing;
    bool is_temporary = false;
    EntryId end = no_entry;
    std::string away;
  };

  struct Alternate {
    EntryId from = no_entry;
    EntryId to = no_entry;
    std::uint32_t page = 0;  ///< that has the link
    std::uint32_t link = 0;
  };
  struct Canonical {
    std::uint32_t page = 0;
    std::uint32_t link = 0;
    EntryId to = no_entry;
  };
  struct Listed {
    std::uint32_t sitemap = 0;
    std::uint32_t link = 0;
    EntryId to = no_entry;
  };

  /// What is read back of a page.
  struct Record;

  std::uint32_t node_of(OtherUrl const& other);
  void grow(std::size_t nodes);
  void keep_relations(std::uint32_t page, GatheredPage const& links);
  tl::expected<void, std::string> keep_edges(std::uint32_t page, GatheredPage const& links);
  tl::expected<void, std::string> walk(std::vector<std::uint32_t>& depths, bool with_uses);
  tl::expected<Record, std::string> read(std::uint32_t page);
  void find_alternate_faults();
  void find_canonical_faults();
  void find_folder_canonicals();
  void find_listed_faults();
  bool is_on(Rule rule) const { return options_.severities[rule] != Severity::off; }
  void read_robots();
  bool is_forbidden(std::string_view url) const;
  bool is_elsewhere(std::uint32_t page, NamedUrl const& canonical) const;
  std::uint32_t page_of(std::uint32_t node) const {
    return node < entries_ ? site_.page_number(node) : no_entry;
  }
  bool is_document(std::uint32_t page) const { return page != no_entry && site_.is_document(page); }
  tl::expected<bool, std::string> emit_page(CheckSink const& sink, std::uint32_t page);
  bool emit_other(CheckSink const& sink, std::uint32_t node);
  tl::expected<void, std::string> emit_edges(CheckSink const& sink);

  Site const& site_;
  CheckOptions const& options_;
  TargetFinder targets_;
  std::uint32_t entries_ = 0;  // nodes with a smaller number are entries of the site
  net::Robots robots_;
  bool has_robots_ = false;
  // By node.
  std::vector<std::uint32_t> in_;
  std::vector<std::uint32_t> depth_;  // no_entry: no click leads there
  std::vector<bool> is_reached_;      // by any links but those of `link`; only for islands
  std::vector<bool> is_led_to_;
  std::vector<bool> is_listed_;  // in a sitemap
  std::vector<OtherNode> others_;
  std::unordered_map<std::string, std::uint32_t, text::SeededHasher> by_url_;
  // By page.
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint32_t> findings_;
  std::vector<StoredBody> records_;
  std::vector<StoredBody> edges_;
  std::vector<EntryId> canonical_;                      // own pages alone
  std::unordered_map<std::uint32_t, EntryId> refresh_;  // of pages that send visitors on
  BodyStore record_store_;
  BodyStore edge_store_;
  std::vector<Alternate> alternates_;
  std::vector<std::pair<EntryId, EntryId>> named_;  // a page, and another one that it names
  std::vector<Canonical> canonicals_;
  std::vector<Listed> listed_;
  std::vector<std::pair<EntryId, EntryId>> indexed_;  // a sitemap index, and its sitemaps
  std::vector<EntryId> starts_;
  std::vector<KnownFault> faults_;
  std::string buffer_;
};

/// What is wrong, as a sentence. `other` is the address of the page that it names; may be empty.
std::string message(PageFault fault, std::string_view other);

}  // namespace hrefkit::site
