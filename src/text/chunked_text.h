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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/text/spare_memory.h"

namespace hrefkit::text {

/// Bytes in chunks, which are never moved once they are closed: growing needs memory for one more
/// chunk, not for a second copy of everything. Small text is one string, whose memory is used
/// again.
class ChunkedText {
 public:
  /// Chunks of at least so many bytes can be closed.
  static constexpr std::size_t large_chunk = std::size_t{1} << 20;

  std::size_t size() const { return closed_size_ + tail_.size(); }
  bool empty() const { return size() == 0; }

  /// The last chunk, to which bytes are appended. It may be empty although the text is not.
  std::string& tail() { return tail_; }

  /// Begins a chunk where the last one is large.
  void close_large_chunk() {
    if (tail_.size() >= large_chunk) close_chunk();
  }

  /// Moves the bytes of `other` to the end of this text, and leaves it empty.
  void append(ChunkedText& other) {
    if (!other.chunks_.empty()) {
      if (!tail_.empty()) close_chunk();
      for (std::string& chunk : other.chunks_) chunks_.push_back(std::move(chunk));
      closed_size_ += other.closed_size_;
    }
    tail_ += other.tail_;
    other.clear();
  }

  /// Calls `give` with one chunk after the other, and whether it is the last one. Each is freed
  /// before the next one is given.
  template <typename Give>
  void take(Give const& give) {
    if (tail_.empty() && !chunks_.empty()) {
      tail_ = std::move(chunks_.back());
      chunks_.pop_back();
    }
    for (std::string& chunk : chunks_) {
      const std::string taken = std::move(chunk);
      give(std::string_view(taken), false);
    }
    if (!tail_.empty()) give(std::string_view(tail_), true);
    clear();
  }

  /// Empties the text. Large memory is given back.
  void clear() {
    chunks_.clear();
    closed_size_ = 0;
    clear_buffer(tail_);
  }

  /// A copy of all bytes.
  std::string string() const {
    std::string all;
    all.reserve(size());
    for (std::string const& chunk : chunks_) all += chunk;
    return all += tail_;
  }

 private:
  void close_chunk() {
    closed_size_ += tail_.size();
    chunks_.push_back(std::exchange(tail_, {}));
    tail_.reserve(large_chunk + large_chunk / 16);
  }

  std::vector<std::string> chunks_;
  std::size_t closed_size_ = 0;
  std::string tail_;
};

}  // namespace hrefkit::text
