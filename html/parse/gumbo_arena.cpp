#include "hrefkit/html/parse/gumbo_arena.h"

#include <utility>

namespace hrefkit::html {

void* GumboArena::allocate(std::size_t size) {
  if (size < large) return chunks_.allocate(size);
  auto block = std::make_unique_for_overwrite<std::byte[]>(size);
  void* const address = block.get();
  large_blocks_.emplace(address, std::move(block));
  return address;
}

}  // namespace hrefkit::html
