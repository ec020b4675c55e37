// Memory for one Gumbo parse: handed out in order, dropped at once. Gumbo makes 300 to 390
// allocations a kilobyte of page, and its own way of freeing them recurses over the tree.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <unordered_map>
#include <utility>

namespace hrefkit::html {

class GumboArena {
 public:
  /// `size` bytes, aligned for any type; they live until the arena does, or until `release`.
  void* allocate(std::size_t size) {
    if (size < large) return chunks_.allocate(size);
    auto block = std::make_unique_for_overwrite<std::byte[]>(size);
    void* const address = block.get();
    large_blocks_.emplace(address, std::move(block));
    return address;
  }

  /// Gives back a large block; small ones stay until the end.
  void release(void* block) { large_blocks_.erase(block); }

 private:
  static constexpr std::size_t first_chunk = std::size_t{16} << 10;  // most srcdoc documents
  static constexpr std::size_t large = std::size_t{1} << 16;

  std::pmr::monotonic_buffer_resource chunks_{first_chunk};
  std::unordered_map<void*, std::unique_ptr<std::byte[]>> large_blocks_;
};

}  // namespace hrefkit::html
