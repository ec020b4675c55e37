// A Fenwick tree: counts over positions with prefix sums in logarithmic time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hrefkit::url {

/// A set of marked positions that can tell how many lie before another one, and which is the
/// n-th.
class FenwickTree {
 public:
  /// `size` positions without marks.
  explicit FenwickTree(std::size_t size) : sums_(size + 1) {}

  /// Marks a position that is not marked, or clears one that is.
  void mark(std::size_t position) { add(position, 1); }
  void clear(std::size_t position) { add(position, ~std::uint32_t{0}); }

  /// The number of marked positions before `end`.
  std::size_t count_before(std::size_t end) const {
    std::uint32_t count = 0;
    for (std::size_t i = end; i > 0; i &= i - 1) count += sums_[i];
    return count;
  }

  /// The marked position that has `rank` marked ones before it; there must be one.
  std::size_t find(std::size_t rank) const {
    std::size_t position = 0;
    for (std::size_t step = std::bit_floor(sums_.size() - 1); step > 0; step >>= 1) {
      const std::size_t next = position + step;
      if (next >= sums_.size() || sums_[next] > rank) continue;
      position = next;
      rank -= sums_[next];
    }
    return position;
  }

 private:
  void add(std::size_t position, std::uint32_t change) {
    for (std::size_t i = position + 1; i < sums_.size(); i += i & (0 - i)) sums_[i] += change;
  }

  std::vector<std::uint32_t> sums_;  // modulo 2^32, so that a cleared mark subtracts one
};

}  // namespace hrefkit::url
