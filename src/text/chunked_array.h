// An array that grows without copying what it holds, for large data that is built piece by piece.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hrefkit::text {

/// Elements in chunks of equal size, which are never moved once they are full: growing needs memory
/// for one more chunk, not for a second copy of everything. Small arrays take no more than a vector
/// does. References stay valid until the array grows within its first chunk.
template <typename T, std::size_t ChunkBits = 12>
class ChunkedArray {
 public:
  std::size_t size() const { return size_; }

  T& operator[](std::size_t i) { return chunks_[i >> ChunkBits][i & mask]; }
  T const& operator[](std::size_t i) const { return chunks_[i >> ChunkBits][i & mask]; }

  T& back() { return (*this)[size_ - 1]; }

  T& push_back(T value) {
    if ((size_ & mask) == 0) {
      chunks_.emplace_back();
      if (size_ != 0) chunks_.back().reserve(mask + 1);
    }
    ++size_;
    return chunks_.back().emplace_back(std::move(value));
  }

 private:
  static constexpr std::size_t mask = (std::size_t{1} << ChunkBits) - 1;

  std::vector<std::vector<T>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace hrefkit::text
