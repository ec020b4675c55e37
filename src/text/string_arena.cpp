#include "hrefkit/text/string_arena.h"

#include <algorithm>
#include <utility>

namespace hrefkit::text {

/// Adds a chunk, whose first `used` bytes are returned.
char* StringArena::add_chunk(std::size_t used) {
  if (count_ == max_count_) {
    const std::size_t max_count = std::max<std::size_t>(8, 2 * max_count_);
    auto more = std::make_unique<Chunk[]>(max_count);
    std::move(chunks_.get(), chunks_.get() + count_, more.get());
    chunks_ = std::move(more);
    max_count_ = max_count;
  }
  const std::size_t last = count_ == 0 ? first_chunk / 2 : chunks_[count_ - 1].size;
  const std::size_t wanted = std::max(used, std::min(2 * last, max_chunk));
  chunks_[count_] = {std::make_unique_for_overwrite<char[]>(wanted), wanted};
  char* const begin = chunks_[count_].bytes.get();
  next_ = begin + used;
  left_ = wanted - used;
  ++count_;
  return begin;
}

void StringArena::clear() {
  if (count_ == 0) return;
  // The last chunk is mostly the largest one.
  if (count_ > 1) std::swap(chunks_[0], chunks_[count_ - 1]);
  for (std::size_t i = 1; i < count_; ++i) chunks_[i] = {};
  if (chunks_[0].size > max_chunk) {
    chunks_[0] = {};
    count_ = 0;
    next_ = nullptr;
    left_ = 0;
    return;
  }
  count_ = 1;
  next_ = chunks_[0].bytes.get();
  left_ = chunks_[0].size;
}

}  // namespace hrefkit::text
