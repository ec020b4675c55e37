// Which ids the pages define, and which fragments ask for them, as 64-bit hashes.
//
// An id of a page is one number, the hash of the page and the id. The chance that a missing id is
// taken for another is below 1 in 10^9 for a site with 10^5 ids and as many missing ones.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hrefkit::site {

using AnchorKey = std::uint64_t;

/// The number of an id on a page.
class AnchorHash {
 public:
  AnchorHash();
  AnchorKey operator()(std::uint32_t page, std::string_view id) const;

 private:
  std::uint64_t seed_;
};

/// A link to an id of another page.
struct AnchorUse {
  AnchorKey key = 0;       ///< the fragment as it is written
  AnchorKey decoded = 0;   ///< the same percent-decoded; equal where nothing is encoded
  std::uint32_t from = 0;  ///< page that holds the link
  std::uint32_t to = 0;    ///< page that it leads to
};

/// A set of keys.
class AnchorSet {
 public:
  AnchorSet();
  void insert(AnchorKey key);
  bool contains(AnchorKey key) const;
  bool has(AnchorUse const& use) const { return contains(use.key) || contains(use.decoded); }

 private:
  std::size_t slot_of(AnchorKey key) const;
  std::vector<AnchorKey> slots_;  // 0: empty
  std::size_t count_ = 0;
};

}  // namespace hrefkit::site
