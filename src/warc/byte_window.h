// A sliding buffer over a byte sequence. It keeps some of the consumed bytes, so that a reader can
// go back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace hrefkit::warc {

/// Holds a contiguous part of a sequence, from some consumed byte to the last byte received. A
/// "place" is an offset in the sequence.
class ByteWindow {
 public:
  /// Keeps at least the last `kept` consumed bytes; `room` returns at least `piece` bytes.
  ByteWindow(std::size_t kept, std::size_t piece) : kept_(kept), piece_(piece) {}

  /// The bytes that were not consumed. Valid until `room`.
  std::string_view rest() const { return {bytes_.get() + next_, end_ - next_}; }

  /// The bytes in memory before the next one.
  std::string_view consumed() const { return {bytes_.get(), next_}; }

  void consume(std::size_t count) { next_ += count; }

  /// Makes a byte in memory the next one.
  void go_on_at(char const* byte) { next_ = static_cast<std::size_t>(byte - bytes_.get()); }

  /// @{ Places of the first byte in memory, of the next byte, and after the last byte in memory.
  std::uint64_t first_place() const { return start_; }
  std::uint64_t place() const { return start_ + next_; }
  std::uint64_t end_place() const { return start_ + end_; }
  /// @}

  /// Makes the byte at `place`, from `first_place` to `end_place`, the next one.
  void go_to(std::uint64_t place) { next_ = static_cast<std::size_t>(place - start_); }

  /// Empties the window; the next byte received is that at `place`.
  void restart(std::uint64_t place);

  /// Memory for new bytes. Drops the oldest bytes if that frees enough, else grows: so each byte is
  /// moved a constant number of times on average.
  std::span<char> room();

  /// Adds the first `count` bytes of the room to the window.
  void add(std::size_t count) { end_ += count; }

  /// True if no room is left without moving bytes.
  bool is_full() const { return end_ == capacity_; }

 private:
  void make_room();

  std::size_t kept_;
  std::size_t piece_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
  std::uint64_t start_ = 0;
};

}  // namespace hrefkit::warc
