// Text that grows without copying what it holds, for large output that is built entry by entry.
//
//   text::ChunkedText list;
//   for (...) {
//     list.close_large_chunk();
//     list.tail() += entry;
//   }
//   list.drain([&](std::string_view chunk, bool is_last) { write(chunk); });
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hrefkit::text {

/// Stores chunks of texts outside of memory.
class ChunkStore {
 public:
  virtual ~ChunkStore() = default;

  /// Copies a chunk. Returns its number; nullopt where the chunk is to stay in memory.
  virtual std::optional<std::size_t> add(std::string_view chunk) = 0;

  /// Reads a chunk back into `chunk`. Throws where it cannot be read.
  virtual void read(std::size_t number, std::string& chunk) const = 0;
};

/// Bytes in chunks, which are never moved once they are closed: growing needs memory for one more
/// chunk, not for a second copy of everything. A small text is one string, which is used again.
class ChunkedText {
 public:
  /// Chunks of at least so many bytes can be closed.
  static constexpr std::size_t large_chunk = std::size_t{1} << 20;

  ChunkedText() = default;

  /// Closed large chunks go to `store`; null keeps them in memory. The store must outlive this
  /// text, and those that this text is appended to.
  explicit ChunkedText(ChunkStore* store) : store_(store) {}

  std::size_t size() const { return closed_size_ + tail_.size(); }
  bool empty() const { return size() == 0; }

  /// The last chunk, to which bytes are appended. It may be empty although the text is not.
  std::string& tail() { return tail_; }

  /// Begins a chunk where the last one is large.
  void close_large_chunk() {
    if (tail_.size() >= large_chunk) close_chunk();
  }

  /// Moves the bytes of `other` to the end of this text, and leaves it empty. A short text is
  /// copied; in exchange for the memory of a longer one, `other` gets spare buffers of this text.
  void append(ChunkedText& other);

  /// Calls `emit` with one chunk after the other, and whether it is the last one. Before the next
  /// one, each is freed, or kept as memory for other chunks.
  template <typename Emit>
  void drain(Emit const& emit) {
    if (tail_.empty() && !chunks_.empty()) {
      tail_ = release_bytes(chunks_.back());
      chunks_.pop_back();
    }
    for (Chunk& chunk : chunks_) {
      std::string bytes = release_bytes(chunk);
      emit(std::string_view(bytes), false);
      keep_spare(std::move(bytes));
    }
    if (!tail_.empty()) emit(std::string_view(tail_), true);
    clear();
  }

  /// Empties the text, and frees large memory.
  void clear();

  /// A copy of all bytes.
  std::string string() const;

 private:
  struct Chunk {
    std::string bytes = {};       // empty if a store has them
    ChunkStore* store = nullptr;  // holds the bytes under `number`
    std::size_t number = 0;
  };

  static std::string release_bytes(Chunk& chunk);
  void close_tail();
  void close_chunk();
  void keep_spare(std::string buffer);
  void move_spares_to(ChunkedText& other, std::size_t count);

  ChunkStore* store_ = nullptr;
  std::vector<Chunk> chunks_;
  std::size_t closed_size_ = 0;
  std::string tail_;
  std::vector<std::string> spares_;  // empty strings with spare capacity
};

// An array that grows without copying what it holds, for large data that is built piece by piece.

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

// Buffers that are used again, but do not keep the memory of the largest text that they had.

/// Buffers of more than this many bytes are freed.
inline constexpr std::size_t max_spare_memory = std::size_t{4} << 20;

/// Empties `buffer`, and frees large memory, which assigning an empty string does not do.
inline void clear_buffer(std::string& buffer) {
  if (buffer.capacity() > max_spare_memory) {
    std::string().swap(buffer);
  } else {
    buffer.clear();
  }
}

}  // namespace hrefkit::text
