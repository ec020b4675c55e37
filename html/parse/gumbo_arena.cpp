#include "hrefkit/html/parse/gumbo_arena.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace hrefkit::html {

GumboArena::~GumboArena() {
  for (void* block : large_blocks_) std::free(block);
}

void* GumboArena::allocate(std::size_t size) {
  if (size >= large) {
    void* block = std::malloc(size);
    if (block == nullptr) throw std::bad_alloc();
    large_blocks_.insert(block);
    return block;
  }
  constexpr std::size_t alignment = alignof(std::max_align_t);
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (static_cast<std::size_t>(end_ - next_) < rounded) {
    const std::size_t chunk_size = std::max(rounded, next_chunk_size_);
    chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(chunk_size));
    next_ = chunks_.back().get();
    end_ = next_ + chunk_size;
    next_chunk_size_ = std::min(next_chunk_size_ * 2, largest_chunk);
  }
  void* block = next_;
  next_ += rounded;
  return block;
}

void GumboArena::release(void* block) {
  if (!large_blocks_.empty() && large_blocks_.erase(block) != 0) std::free(block);
}

}  // namespace hrefkit::html
