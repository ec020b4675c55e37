// The links and facts of one page that PageRow, PageEdge and the rules of the group `consistency`
// need: gathered by the scan pass, which has the page open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/html/link_text.h"
#include "hrefkit/html/page_outline.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

struct CheckOptions;
struct PageFile;
struct Verdict;
class LinkJudge;

/// What is wrong with what pages say of each other. Each belongs to one rule (`rule_of`).
enum class PageFault : std::uint8_t {
  // hreflang-no-return
  bad_language,
  two_urls,
  alternate_missing,
  alternate_redirects,
  alternate_noindex,
  alternate_elsewhere,
  no_return,
  // canonical-broken
  canonical_missing,
  canonical_redirects,
  canonical_noindex,
  canonical_chain,
  canonical_of_base,
  canonicals_differ,
  canonical_is_not_card,
  canonical_of_folder,
  // sitemap-not-indexable
  listed_noindex,
  listed_redirects,
  listed_elsewhere,
  listed_other_host,
  listed_outside,
  listed_forbidden,
};

Rule rule_of(PageFault fault);

/// True where the other page of the fault is the address to write.
constexpr bool leads_on(PageFault fault) {
  return fault == PageFault::alternate_redirects || fault == PageFault::canonical_redirects ||
         fault == PageFault::listed_redirects;
}

/// A fault, and the link of its page that has it.
struct LinkFault {
  std::uint32_t link = 0;  ///< `link_key` of the link
  PageFault fault = PageFault::bad_language;
  EntryId other = no_entry;  ///< the page that the sentence names
};

/// What a link of a page is found again by: its place in the text, and for a link in the head of an
/// answer its number, counted down from the largest number.
inline std::uint32_t link_key(html::Link const& link, std::uint32_t field_number, bool is_field) {
  return is_field ? UINT32_MAX - field_number : link.span.begin;
}

/// True where it is known that visitors get nothing.
bool is_broken(PlaceKind kind);

/// Where a canonical address, an alternate, or a URL of a sitemap leads.
struct NamedUrl {
  std::string url = {};  ///< absolute, without its fragment
  EntryId entry = no_entry;
  PlaceKind kind = PlaceKind::missing;
  bool redirects = false;
  bool is_own_host = true;
  std::uint32_t link = 0;  ///< `link_key`

  bool is_file() const { return kind == PlaceKind::file && entry != no_entry; }
};

/// Of a page, or of an entry of a sitemap.
struct AlternateUrl {
  std::string hreflang = {};
  NamedUrl to = {};
  EntryId of = no_entry;  ///< the page that the sitemap's entry names; else the page itself
};

/// An own URL that redirects, or that leads to nothing.
struct OtherUrl {
  std::string url = {};
  PlaceKind kind = PlaceKind::missing;
  bool is_temporary = false;
  bool is_click = false;
  bool is_link_element = false;
  EntryId end = no_entry;
  std::string away = {};  ///< where it leads that is on another site
};

/// Links of the page that are the same for PageEdge.
struct EdgeLink {
  static constexpr std::uint32_t external = UINT32_MAX;

  std::uint32_t to = external;  ///< the page, or `external`
  html::LinkKind kind = html::LinkKind::hyperlink;
  html::PageLandmark place = html::PageLandmark::none;
  std::uint32_t count = 1;
  // In `edge_texts`, one behind the other: the URL if `external`, rel, text.
  std::uint32_t begin = 0;
  std::uint32_t url_size = 0;
  std::uint32_t rel_size = 0;
  std::uint32_t text_size = 0;
};

/// The result for one page.
struct GatheredPage {
  bool is_there = false;  ///< gathered
  bool is_noindex = false;
  std::optional<std::string> title = {};
  std::optional<std::string> lang = {};
  std::uint64_t bytes = 0;
  std::uint32_t external = 0;
  EntryId refresh = no_entry;        ///< where a refresh leads visitors at once
  std::string refresh_url = {};      ///< the same, also on another site
  bool is_sitemap_index = false;     ///< then `listed` are sitemaps
  std::vector<EntryId> clicks = {};  ///< own files, each once, sorted
  std::vector<EntryId> uses = {};    ///< to which other elements but `link` refer
  std::vector<EntryId> named = {};   ///< to which `link` elements refer
  std::vector<OtherUrl> others = {};
  std::vector<NamedUrl> canonicals = {};
  std::vector<AlternateUrl> alternates = {};
  std::vector<NamedUrl> listed = {};  ///< of a sitemap
  std::vector<LinkFault> faults = {};
  std::vector<EdgeLink> edges = {};
  std::string edge_texts = {};

  std::size_t bytes_of_memory() const;
};

/// Gathers them. One for each thread.
class PageGatherer {
 public:
  PageGatherer(Site const& site, CheckOptions const& options) : site_(site), options_(options) {}

  /// Begins the page, which is open. All must outlive `finish`.
  void begin(PageFile const& page, LinkJudge& judge, GatheredPage& links);

  /// Adds the link that the judge judged last.
  void add(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict);

  /// `refresh` is where the page sends its visitors at once; mostly empty.
  void finish(std::string_view refresh);

 private:
  NamedUrl named_url(html::Link const& link, bool is_field);
  void add_target(html::Link const& link, Verdict const& verdict, bool is_click);
  void add_other(html::Link const& link, Verdict const& verdict, bool is_click);
  void add_edge(html::Link const& link, html::LinkBlock const& block, std::uint32_t to);
  void add_relations(html::Link const& link, html::LinkBlock const& block, bool is_field);
  void add_alternate(html::Link const& link, std::string_view hreflang, bool is_field);
  void add_canonical(html::Link const& link, html::LinkBlock const& block, bool is_field);
  void add_listed(html::Link const& link);
  void find_alternate_faults();
  void find_canonical_faults();
  void find_card_fault();
  void find_listed_faults();
  void merge_edges();
  static bool is_same(NamedUrl const& a, NamedUrl const& b);

  Site const& site_;
  CheckOptions const& options_;
  PageFile const* page_ = nullptr;
  LinkJudge* judge_ = nullptr;
  GatheredPage* links_ = nullptr;
  html::PageHead head_;
  bool has_head_ = false;
  bool is_sitemap_ = false;  ///< and no index of sitemaps
  std::optional<html::PageLandmarks> landmarks_;
  std::optional<html::LinkTexts> texts_;
  std::uint32_t fields_ = 0;   ///< links in the head of the answer so far
  EntryId listed_ = no_entry;  ///< the page of the sitemap's last entry
  std::vector<std::uint32_t> slots_;
};

}  // namespace hrefkit::site
