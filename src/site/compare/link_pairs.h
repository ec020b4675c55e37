// Pairs the links of a page before and after a move, to find those that changed.
//
// First links of equal place (context, element, attribute and index) that lead to their targets are
// paired, by a longest common subsequence, so that an inserted link shifts no other. Then, between
// two such pairs, the remaining links of equal place, in order: these lead elsewhere. The rest is
// lost or added. Costs three hashes a link, and at most 2^18 steps a page and 64 a link.
#pragma once

#include <cstdint>
#include <deque>

#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// What is kept of a link while its page is compared.
struct LinkHashes {
  text::Hash128 target = {};     ///< of shape and URL, or the expected URL
  text::Hash128 alternate = {};  ///< of shape and another URL that is right, or the text as written
  std::uint64_t shape = 0;       ///< of its place in the page
  bool resolves = false;
  bool is_kept = false;  ///< it is kept, though the plan moves its URL
};

/// In the order of the source; a vector would grow by copies. A page has fewer links than 2^32.
using PageHashes = std::deque<LinkHashes>;

/// The numbers of a link before and after the move.
struct LinkPair {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t old_link = none;  ///< none: the link was added
  std::uint32_t new_link = none;  ///< none: the link was lost
  bool is_kept = false;           ///< it leads where it led, as it is kept
};

/// The links that are lost, added, kept, or lead elsewhere, in order on both sides.
std::deque<LinkPair> changed_links(PageHashes const& before, PageHashes const& after);

}  // namespace hrefkit::site
