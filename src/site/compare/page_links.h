// The links of one page that is compared, from its document or its rows, each with its target in
// the plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/compare/compare.h"
#include "hrefkit/site/compare/link_pairs.h"
#include "hrefkit/site/move/page_addresses.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// One link of a page while it is visited.
struct ComparedLink {
  std::string_view context;
  std::string_view element;
  std::string_view attribute;
  std::uint32_t index = 0;
  std::string url;          ///< where it leads; its text if it does not resolve
  std::string target = {};  ///< of NEW: the same, with the whole address of a page that moved
  bool resolves = false;
  bool is_kept = false;  ///< of OLD: it is kept, though the plan moves its URL
  std::string expected;  ///< of OLD: its target
  /// Of OLD: another valid target, as policies keep it by default. Of NEW: the text as written.
  std::string other;
  text::LineColumn place;  ///< once it is reported
  std::size_t offset = 0;  ///< the same, in bytes of a document; 0 for rows
  std::size_t length = 0;
  std::string_view raw = {};    ///< as written in the document; lives as long as this
  bool is_by_xml_base = false;  ///< of a row outside of feeds whose base is from xml:base
};

/// An id of a page.
struct PageId {
  std::uint64_t hash = 0;  ///< `page_id_hash`
  text::Span span = {};    ///< the value as written
};

std::uint64_t page_id_hash(std::string_view id);

/// A page, whose text stays in memory while it is compared.
struct ComparedPage {
  std::string file = {};
  std::string address = {};
  bool is_old = false;
  RowPage const* rows = nullptr;             ///< null: `source` has the links
  html::SourceText const* source = nullptr;  ///< null: `rows` have the links
  html::DocumentOptions const* options = nullptr;
  PageHashes links = {};
  std::size_t by_xml_base = 0;  ///< rows outside of feeds with a base by xml:base
  /// Of a document: the ids in it, if they are wanted.
  std::vector<PageId>* ids = nullptr;
  /// Called with each URL with a fragment, if it is not empty.
  std::function<void(std::string_view url)> on_fragment = {};
};

/// Visits the links of pages.
class PageLinks {
 public:
  using Wants = std::function<bool(std::size_t number)>;
  using See = std::function<void(ComparedLink const& link)>;

  /// Both must outlive this.
  PageLinks(CompareOptions const& options, MovedAddresses const& moved);

  /// Begins two pages, or one: its addresses before and after the move.
  void begin(PageMoves::Addresses addresses) { addresses_ = std::move(addresses); }

  /// Fills `page.links`, and counts.
  tl::expected<void, html::FindError> read(ComparedPage& page, html::Notes& notes);

  /// Calls `see(link)` for each link of a page with `wants(number)`, once the page was read. A link
  /// that did not resolve then, as some limit was reached, does not resolve here.
  void visit(ComparedPage const& page, Wants const& wants, See const& see);

 private:
  struct Surroundings;
  void visit_rows(ComparedPage const& page, Wants const& wants, See const& see) const;
  tl::expected<void, html::FindError> visit_document(ComparedPage const& page, Wants const& wants,
                                                     See const& see, html::Notes* notes);
  bool is_compared(html::Link const& link) const;
  void follow_moved(ComparedLink& read) const;
  void plan(ComparedLink& read, html::Link const& link, Surroundings const& around) const;

  CompareOptions const& options_;
  MovedAddresses const& moved_;
  PageMoves::Addresses addresses_;
  html::LinkFinder finder_;
};

}  // namespace hrefkit::site
