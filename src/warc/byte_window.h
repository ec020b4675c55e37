// A window over bytes that come in order. Bytes before the next one stay for a while, as a way
// back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace hrefkit::warc {

/// Memory for the bytes from some place of a sequence to the last one that came.
class ByteWindow {
 public:
  /// At least `kept` bytes before the next one stay; `piece` is the least room for new ones.
  ByteWindow(std::size_t kept, std::size_t piece) : kept_(kept), piece_(piece) {}

  /// The bytes that were not consumed. Valid until `room`.
  std::string_view rest() const { return {bytes_.get() + next_, end_ - next_}; }

  /// The bytes in memory before the next one.
  std::string_view consumed() const { return {bytes_.get(), next_}; }
  [[deprecated("use consumed")]] std::string_view taken() const { return consumed(); }

  void consume(std::size_t count) { next_ += count; }
  [[deprecated("use consume")]] void take(std::size_t count) { consume(count); }

  /// The next byte is one in memory.
  void go_on_at(char const* byte) { next_ = static_cast<std::size_t>(byte - bytes_.get()); }

  /// @{ Places in the sequence: of the first byte in memory, of the next one, and behind the last.
  std::uint64_t first_place() const { return start_; }
  std::uint64_t place() const { return start_ + next_; }
  std::uint64_t end_place() const { return start_ + end_; }
  /// @}

  /// Goes to a place from `first_place` to `end_place`.
  void go_to(std::uint64_t place) { next_ = static_cast<std::size_t>(place - start_); }

  /// Empties the window; the next byte will be that at `place`.
  void restart(std::uint64_t place);

  /// Room for new bytes. The oldest go when that gains much room, else the memory grows: so each
  /// byte is moved a few times at most.
  std::span<char> room();

  /// The first `count` bytes of the room have come.
  void add(std::size_t count) { end_ += count; }

  /// True when all room is used.
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
