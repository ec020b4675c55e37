// Copies of strings that stay where they are until all are dropped at once.
#pragma once

#include <cstring>
#include <memory>
#include <string_view>

namespace hrefkit::text {

/// Keeps copies of strings in chunks, each twice as large as the one before, up to 1 MiB. After an
/// exception for want of memory it holds what it held before.
class StringArena {
 public:
  /// A copy of `text`, valid until `clear`.
  std::string_view keep(std::string_view text) {
    if (text.empty()) return "";
    char* to = next_;
    if (text.size() <= left_) {
      next_ += text.size();
      left_ -= text.size();
    } else {
      to = add_chunk(text.size());
    }
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  /// Drops all strings. Keeps at most one chunk.
  void clear();

 private:
  static constexpr std::size_t first_chunk = std::size_t{4} << 10;
  static constexpr std::size_t max_chunk = std::size_t{1} << 20;

  struct Chunk {
    std::unique_ptr<char[]> bytes = {};
    std::size_t size = 0;
  };

  char* add_chunk(std::size_t used);

  // A plain array with a count: the space for the next chunk's entry is there before the chunk.
  std::unique_ptr<Chunk[]> chunks_ = {};
  std::size_t count_ = 0;
  std::size_t max_count_ = 0;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace hrefkit::text
