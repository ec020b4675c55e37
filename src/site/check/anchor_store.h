// Which ids the pages define, and which fragments ask for them, as hashes.
//
// Of an id the page and 32 bits of a hash are kept, 4 bytes in all: those of a page stand in one
// sorted run. A missing id is taken for one that is there if it has the hash of another id of its
// page: with a chance of 1 in 4 billion for each of these, below 1 in 10^5 for 4,000 missing ids of
// pages with ten ids each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace hrefkit::site {

/// The number of a page, and 32 bits of the hash of an id on it.
using AnchorKey = std::uint64_t;

constexpr AnchorKey anchor_key(std::uint32_t page, std::uint32_t id) {
  return AnchorKey{page} << 32U | id;
}

/// The number of an id on a page.
class AnchorHash {
 public:
  AnchorHash();
  AnchorKey operator()(std::uint32_t page, std::string_view id) const {
    return anchor_key(page, of_id(id));
  }

  /// The hash of an id, where the page is not known yet.
  std::uint32_t of_id(std::string_view id) const;

 private:
  std::uint64_t seed_;
};

/// A link to an id of another page.
struct AnchorUse {
  std::uint32_t id = 0;       ///< the fragment as it is written
  std::uint32_t decoded = 0;  ///< percent-decoded, or the first of lines; else equal
  std::uint32_t from = 0;     ///< page that holds the link
  std::uint32_t to = 0;       ///< page that it leads to
  /// The tag by which the link is found again (html::find_tag_links).
  std::uint32_t tag = no_tag;

  /// It is not found so, or several tags of the page ask for the id: the page is read again.
  static constexpr std::uint32_t no_tag = UINT32_MAX;

  AnchorKey key() const { return anchor_key(to, id); }
  AnchorKey decoded_key() const { return anchor_key(to, decoded); }
};

/// The ids of all pages. It is larger than the processor's caches on large sites: where many keys
/// are asked for, `expect` and `expect_soon` come a few ahead.
class AnchorStore {
 public:
  /// Keeps the ids of a page, sorted keys; once a page.
  void add(std::uint32_t page, std::span<AnchorKey const> keys);

  bool contains(AnchorKey key) const {
    const Run run = run_of(static_cast<std::uint32_t>(key >> 32U));
    return std::binary_search(run.ids, run.ids + run.size, static_cast<std::uint32_t>(key));
  }
  bool has(AnchorUse const& use) const {
    return contains(use.key()) || (use.decoded != use.id && contains(use.decoded_key()));
  }

  // FAST: they prefetch the ids of a page before the lookup. Call the first one some time before
  // the second one, which reads what it prefetched.

  void expect(std::uint32_t page) const {
    if (page < begins_.size()) __builtin_prefetch(&begins_[page]);
  }
  void expect_soon(std::uint32_t page) const {
    if (page < begins_.size()) __builtin_prefetch(at(begins_[page]));
  }

 private:
  static constexpr unsigned block_bits = 18;
  static constexpr std::size_t block_size = std::size_t{1} << block_bits;

  struct Run {
    std::uint32_t const* ids = nullptr;
    std::size_t size = 0;
  };

  std::uint32_t const* at(std::uint32_t place) const {
    if (place == 0) return nullptr;
    return &blocks_[(place - 1) >> block_bits][(place - 1) & (block_size - 1)];
  }
  Run run_of(std::uint32_t page) const {
    std::uint32_t const* const run = page < begins_.size() ? at(begins_[page]) : nullptr;
    return run == nullptr ? Run{} : Run{run + 1, *run};
  }
  std::uint32_t make_room(std::size_t size);

  std::vector<std::uint32_t> begins_;  // by page: 1 + the place of its run; 0 without ids
  // Runs, each behind its size. One that is larger than a block has a block of its own.
  std::vector<std::unique_ptr<std::uint32_t[]>> blocks_;
  std::size_t used_ = block_size;  // of the last block
};

}  // namespace hrefkit::site
