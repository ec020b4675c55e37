// Which ids the pages define, and which fragments ask for them, as 64-bit hashes.
//
// An id of a page is one number, the hash of the page and the id. The chance that a missing id is
// taken for another is below 1 in 10^9 for a site with 10^5 ids and as many missing ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace hrefkit::site {

using AnchorKey = std::uint64_t;

/// The number of an id on a page.
class AnchorHash {
 public:
  AnchorHash();
  AnchorKey operator()(std::uint32_t page, std::string_view id) const {
    return on_page(page, of_id(id));
  }

  // In two steps, where the page is not known yet.

  /// The hash of an id.
  std::uint64_t of_id(std::string_view id) const;
  /// The number of an id with that hash on a page.
  static AnchorKey on_page(std::uint32_t page, std::uint64_t id);

 private:
  std::uint64_t seed_;
};

/// A link to an id of another page.
struct AnchorUse {
  AnchorKey key = 0;       ///< the fragment as it is written
  AnchorKey decoded = 0;   ///< percent-decoded, or the first of lines; else equal
  std::uint32_t from = 0;  ///< page that holds the link
  std::uint32_t to = 0;    ///< page that it leads to
};

/// A set of keys. Its table is larger than the processor's caches on large sites: where many keys
/// are asked for, `expect` a few ahead.
class AnchorSet {
 public:
  AnchorSet();
  /// FAST: has the memory fetched in which the key is looked for.
  void expect(AnchorKey key) const { __builtin_prefetch(slots_.data() + (key >> shift_)); }
  /// Makes room for so many keys. Those of a page are sorted: in a table that grows while they come
  /// they would stand in one row, which each of them goes along.
  void reserve(std::size_t more);
  void insert(AnchorKey key);
  bool contains(AnchorKey key) const;
  bool has(AnchorUse const& use) const { return contains(use.key) || contains(use.decoded); }

 private:
  std::size_t slot_of(AnchorKey key) const;
  // 0: empty. A key's place is its first bits, so that sorted keys are put in from left to right.
  std::vector<AnchorKey> slots_;
  unsigned shift_;
  std::size_t count_ = 0;
};

}  // namespace hrefkit::site
