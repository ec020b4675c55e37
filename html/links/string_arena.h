// Strings that stay where they are until all are dropped at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace hrefkit::html {

/// Keeps copies of strings in blocks.
class StringArena {
 public:
  /// A copy of `text`, valid until `clear`.
  std::string_view keep(std::string_view text) {
    if (text.size() > room_) add_block(text.size());
    char* const copy = next_;
    std::copy(text.begin(), text.end(), copy);
    next_ += text.size();
    room_ -= text.size();
    return {copy, text.size()};
  }

  /// Drops all strings. Keeps the memory of the first ones.
  void clear() {
    if (blocks_.empty()) return;
    blocks_.resize(1);
    next_ = blocks_.front().get();
    room_ = block_size;
  }

 private:
  static constexpr std::size_t block_size = std::size_t{1} << 14;

  void add_block(std::size_t at_least) {
    room_ = blocks_.empty() ? block_size : std::max(block_size, at_least);
    next_ = blocks_.emplace_back(std::make_unique_for_overwrite<char[]>(room_)).get();
    if (room_ < at_least) add_block(at_least);
  }

  std::vector<std::unique_ptr<char[]>> blocks_;  // the first is of `block_size`
  char* next_ = nullptr;
  std::size_t room_ = 0;
};

}  // namespace hrefkit::html
