// Proves a move: compares the URL of each link of a site before and after it with its target in
// the plan that a rewrite follows.
//
// Pages are paired by the plan: a page of OLD with the page of NEW that has its new address, else
// with the one at its new path. If both are folders, pages that are left over are paired where they
// moved without a plan (move/page_pairs.h), and links to them must lead to where they went. Of a
// page before and after, links are paired by their places (link_pairs.h). A site is a folder, or
// rows that show its links (link_rows.h).
//
// Cost: the names of all pages, the text of the two pages that are compared, and three hashes a
// link. URLs are not kept, as each may repeat a long base URL: if links differ, both pages are
// visited again, and only the URLs of these links are resolved again. Pages that are left over are
// read once more for their prints.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/compare/link_rows.h"  // IWYU pragma: export
#include "hrefkit/site/input.h"
#include "hrefkit/site/move/page_pairs.h"  // IWYU pragma: export
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::site {

enum class ChangeKind : std::uint8_t {
  added,
  elsewhere,
  id_lost,
  kept,
  lost,
  moved,
  page_added,
  page_lost,
};

inline constexpr text::EnumTable<ChangeKind::page_lost> change_names({
    {ChangeKind::added, "added"},
    {ChangeKind::elsewhere, "elsewhere"},
    {ChangeKind::id_lost, "id-lost"},
    {ChangeKind::kept, "kept"},
    {ChangeKind::lost, "lost"},
    {ChangeKind::moved, "moved"},
    {ChangeKind::page_added, "page-added"},
    {ChangeKind::page_lost, "page-lost"},
});

/// What has changed about a link, an id or a page, or has been kept though the plan moves its URL.
/// The place is that in OLD if it is lost or moved, else in NEW.
struct Change {
  ChangeKind kind;
  std::string_view file;
  text::LineColumn place = {1, 1};
  std::string_view element = {};
  std::string_view attribute = {};
  std::optional<std::string_view> before = {};
  std::optional<std::string_view> after = {};
  std::optional<std::string_view> expected = {};
  std::optional<MovedBy> by = {};  ///< of a page that moved
  /// Of a link that a page of the folder NEW has: where its URL is, in bytes of the file, and what
  /// is written there. Else `length` is 0.
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string_view raw = {};
};

/// What it refers to must outlive the comparison.
struct CompareOptions {
  PageMoves const& moves;              ///< the plan
  LinkRows const* old_rows = nullptr;  ///< null: OLD is a folder
  LinkRows const* new_rows = nullptr;  ///< null: NEW is a folder
  std::vector<Input> old_pages = {};   ///< of the folder OLD
  std::vector<Input> new_pages = {};   ///< of the folder NEW
  /// Follows the redirects of NEW from an address of OLD. Returns the URL of a page of NEW, or
  /// nullopt. Empty if NEW has no redirects.
  std::function<std::optional<std::string>(std::string_view old_address)> redirected = {};
  bool lists_moves = false;          ///< `lost_pages` has the pages that the plan moves, too
  std::string local = {};            ///< the folder of a mirror, whose links lead to its files
  html::LinkKinds kinds = {};        ///< only these; empty: all
  html::ElementNames elements = {};  ///< only these; empty: all
  url::Standard standard = url::Standard::whatwg;
};

enum class ComparedSite : std::uint8_t { old_site, new_site };

/// Opens the documents of a comparison, and takes its results.
class CompareHost {
 public:
  using FindLinks = std::function<tl::expected<void, html::FindError>(
      html::SourceText const&, html::DocumentOptions&, html::Notes&)>;

  virtual ~CompareHost() = default;

  /// Opens a document and calls `find_links`. What that is called with stays as it is until the
  /// next document of the same site is opened. False if the document could not be read.
  virtual bool read(ComparedSite site, Input const& page, FindLinks const& find_links) = 0;

  /// The same for a document that is read once more: nothing is reported.
  virtual bool read_quietly(ComparedSite site, Input const& page, FindLinks const& find_links) = 0;

  virtual void report(Change const& change) = 0;

  /// A page of `old_rows` is not in the folder of the mirror, and is not compared.
  virtual void report_outside(RowPage const& page) = 0;
};

/// Where a page of OLD went that has no page of NEW at its address by the plan; or that the plan
/// moves (CompareOptions::lists_moves).
struct LostPage {
  std::string file = {};     ///< as shown
  std::string address = {};  ///< in OLD
  std::string planned = {};  ///< the address that it would have by the plan
  std::string moved = {};    ///< the address that it has; empty: not known
  MovedBy by = MovedBy::plan;
  std::string similar =
      {};           ///< the address of an added page that shares much of the text; or empty
  int percent = 0;  ///< of the text
};

/// The numbers of a comparison.
struct CompareSummary {
  std::size_t pages = 0;  ///< that were compared
  std::size_t links = 0;
  std::array<std::size_t, change_names.row_count> changes = {};  ///< by ChangeKind
  /// Rows outside of feeds with a base URL by xml:base, which browsers ignore there.
  std::size_t rows_by_xml_base = 0;
  std::size_t moved_without_redirect = 0;  ///< of the pages that moved, without a plan either
  std::vector<LostPage> lost_pages = {};   ///< in the order of OLD
};

CompareSummary compare_sites(CompareOptions options, CompareHost& host);

}  // namespace hrefkit::site
