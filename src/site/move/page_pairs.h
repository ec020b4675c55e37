// Finds where pages went: pairs those that only the old state of a site has with those that only
// the new one has.
//
//   lost   guide/start.html                     added   start/index.html
//   guide/start.html -> start/index.html        by equal bytes, or as the new page's `canonical`
//                                                names the old address
//
// By bytes, a pair is made only if no other page has the same: of two old pages with the bytes of
// one new page, none is paired. Pages with the same bytes on both sides, and as many, are paired by
// their names. Text alone makes no pair: pages that share much of it are listed for people.
//
// Costs a sort of the prints, and 16 numbers a page for their text.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "hrefkit/site/move/page_print.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::site {

/// How it is known where a page went.
enum class MovedBy : std::uint8_t {
  plan,       ///< the plan, or a redirect, says it
  bytes,      ///< its bytes are equal, but for links and its own addresses
  canonical,  ///< the new page names the old address as its own
};

inline constexpr text::EnumTable<MovedBy::canonical> moved_by_names({
    {MovedBy::plan, "plan"},
    {MovedBy::bytes, "bytes"},
    {MovedBy::canonical, "canonical"},
});

/// A page before and after, by their places in the lists.
struct PagePair {
  std::uint32_t old_page = 0;
  std::uint32_t new_page = 0;
  MovedBy by = MovedBy::bytes;
};

/// Pages that share much of their text.
struct SimilarPages {
  std::uint32_t old_page = 0;
  std::uint32_t new_page = 0;
  int percent = 0;  ///< of the text of both
};

/// A page that only one state of the site has.
struct SinglePage {
  PagePrint print = {};
  std::uint64_t name = 0;  ///< of its path: `name_hash`
};

/// The hash of the name by which a page is known: that of its file, or of the folder whose index it
/// is.
std::uint64_t name_hash(std::string_view path);

struct PairedPages {
  std::vector<PagePair> pairs;        ///< by `old_page`
  std::vector<SimilarPages> similar;  ///< of pages without a pair, by `old_page`
};

/// Calls `visit` with the hash of each address (`address_hash`) of the lost page `number`.
using EachAddress =
    std::function<void(std::uint32_t number, std::function<void(std::uint64_t)> const& visit)>;

PairedPages pair_pages(std::span<SinglePage const> lost, std::span<SinglePage const> added,
                       EachAddress const& each_address);

}  // namespace hrefkit::site
