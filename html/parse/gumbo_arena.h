// Memory for one Gumbo parse: handed out in order, dropped at once. Gumbo makes 300 to 390
// allocations a kilobyte of page, and its own way of freeing them recurses over the tree.
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_set>
#include <vector>

namespace hrefkit::html {

class GumboArena {
 public:
  GumboArena() = default;
  GumboArena(GumboArena const&) = delete;
  GumboArena& operator=(GumboArena const&) = delete;
  ~GumboArena();

  /// `size` bytes, aligned for any type; they live until the arena does, or until `release`.
  void* allocate(std::size_t size);

  /// Gives back a large block; small ones stay until the end.
  void release(void* block);

 private:
  static constexpr std::size_t first_chunk = std::size_t{16} << 10;  // most srcdoc documents
  static constexpr std::size_t largest_chunk = std::size_t{1} << 20;
  static constexpr std::size_t large = std::size_t{1} << 16;

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  std::size_t next_chunk_size_ = first_chunk;
  std::unordered_set<void*> large_blocks_;
};

}  // namespace hrefkit::html
