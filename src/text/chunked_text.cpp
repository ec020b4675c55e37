#include "hrefkit/text/chunked_text.h"

namespace hrefkit::text {

namespace {

/// FAST: texts of at least so many bytes are moved, not copied. WAT moves each page three times on
/// its way to the output; copying it took 2 % of the time.
constexpr std::size_t min_moved = 4096;

constexpr std::size_t max_spares = 8;
constexpr std::size_t max_spare = std::size_t{1} << 18;

}  // namespace

void ChunkedText::append(ChunkedText& other) {
  if (other.chunks_.empty() && other.tail_.size() < min_moved) {
    tail_ += other.tail_;
    other.clear();
    return;
  }
  if (!tail_.empty()) close_tail();
  for (Chunk& chunk : other.chunks_) chunks_.push_back(std::move(chunk));
  closed_size_ += other.closed_size_;
  tail_.swap(other.tail_);
  const std::size_t moved = other.chunks_.size() + 1;
  other.clear();
  move_spares_to(other, moved);
}

void ChunkedText::clear() {
  chunks_.clear();
  closed_size_ = 0;
  clear_buffer(tail_);
}

std::string ChunkedText::string() const {
  std::string all;
  all.reserve(size());
  for (Chunk const& chunk : chunks_) {
    Chunk copy = chunk;
    all += release_bytes(copy);
  }
  return all += tail_;
}

std::string ChunkedText::release_bytes(Chunk& chunk) {
  if (chunk.store != nullptr) chunk.store->read(chunk.number, chunk.bytes);
  return std::move(chunk.bytes);
}

/// Closes the tail as a chunk. The new tail has no memory yet.
void ChunkedText::close_tail() {
  closed_size_ += tail_.size();
  chunks_.emplace_back().bytes.swap(tail_);
}

void ChunkedText::close_chunk() {
  if (const auto number = store_ != nullptr ? store_->add(tail_) : std::nullopt) {
    closed_size_ += tail_.size();
    chunks_.push_back({.store = store_, .number = *number});
    clear_buffer(tail_);
  } else {
    close_tail();
  }
  tail_.reserve(large_chunk + large_chunk / 16);
}

void ChunkedText::keep_spare(std::string buffer) {
  const std::size_t size = buffer.capacity();
  if (size < min_moved || size > max_spare || spares_.size() >= max_spares) return;
  buffer.clear();
  spares_.push_back(std::move(buffer));
}

/// Moves as many spare buffers to `other` as it gave chunks; it begins with one of them.
void ChunkedText::move_spares_to(ChunkedText& other, std::size_t count) {
  for (; count > 0 && !spares_.empty(); --count) {
    other.keep_spare(std::move(spares_.back()));
    spares_.pop_back();
  }
  if (other.spares_.empty()) return;
  other.tail_.swap(other.spares_.back());
  other.spares_.pop_back();
}

}  // namespace hrefkit::text
