// Text that grows without copying what it holds, for large output that is built entry by entry.
//
//   text::ChunkedText list;
//   for (...) {
//     list.close_large_chunk();
//     list.tail() += entry;
//   }
//   list.take([&](std::string_view chunk, bool is_last) { write(chunk); });
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hrefkit::text {

/// Keeps chunks of texts out of memory.
class ChunkStore {
 public:
  virtual ~ChunkStore() = default;

  /// Copies a chunk. Returns its number; nullopt where the chunk is to stay in memory.
  virtual std::optional<std::size_t> add(std::string_view chunk) = 0;

  /// Reads a chunk back into `chunk`. Throws where it cannot be read.
  virtual void read(std::size_t number, std::string& chunk) const = 0;
};

/// Bytes in chunks, which are never moved once they are closed: growing needs memory for one more
/// chunk, not for a second copy of everything. Small text is one string, whose memory is used
/// again.
class ChunkedText {
 public:
  /// Chunks of at least so many bytes can be closed.
  static constexpr std::size_t large_chunk = std::size_t{1} << 20;

  ChunkedText() = default;

  /// Large chunks that are closed go to `store`, which must outlive this text, and those that this
  /// text is appended to. Null for memory.
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
  /// copied; for the memory of a longer one, `other` gets memory that is not in use here.
  void append(ChunkedText& other);

  /// Calls `give` with one chunk after the other, and whether it is the last one. Before the next
  /// one is given, each is freed, or kept as memory for other chunks.
  template <typename Give>
  void take(Give const& give) {
    if (tail_.empty() && !chunks_.empty()) {
      tail_ = take_bytes(chunks_.back());
      chunks_.pop_back();
    }
    for (Chunk& chunk : chunks_) {
      std::string taken = take_bytes(chunk);
      give(std::string_view(taken), false);
      keep_spare(std::move(taken));
    }
    if (!tail_.empty()) give(std::string_view(tail_), true);
    clear();
  }

  /// Empties the text. Large memory is given back.
  void clear();

  /// A copy of all bytes.
  std::string string() const;

 private:
  struct Chunk {
    std::string bytes = {};       // empty where a store has them
    ChunkStore* store = nullptr;  // has them by this number
    std::size_t number = 0;
  };

  static std::string take_bytes(Chunk& chunk);
  void close_tail();
  void close_chunk();
  void keep_spare(std::string buffer);
  void hand_spares_to(ChunkedText& other, std::size_t count);

  ChunkStore* store_ = nullptr;
  std::vector<Chunk> chunks_;
  std::size_t closed_size_ = 0;
  std::string tail_;
  std::vector<std::string> spares_;  // empty, each with memory that is not in use
};

}  // namespace hrefkit::text
