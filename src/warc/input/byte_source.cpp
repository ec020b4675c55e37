#include "hrefkit/warc/byte_source.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hrefkit::warc {

namespace {

constexpr std::size_t block_size = std::size_t{256} << 10;
constexpr std::size_t kept_of_file = std::size_t{64} << 10;
constexpr std::size_t kept_of_pipe = std::size_t{16} << 20;

}  // namespace

ByteSource::ByteSource(std::unique_ptr<ByteReader> reader)
    : reader_(std::move(reader)), kept_(reader_->can_seek() ? kept_of_file : kept_of_pipe) {}

bool ByteSource::fill() {
  if (at_end_ || error_) return false;
  make_room();
  const auto count = reader_->read({bytes_.get() + end_, block_size});
  if (!count) {
    error_ = count.error();
    return false;
  }
  at_end_ = *count == 0;
  end_ += *count;
  return !at_end_;
}

std::string_view ByteSource::peek(std::size_t count) {
  while (end_ - next_ < count && fill()) {
  }
  return buffered();
}

/// Room for a block. The oldest bytes go when that gains much room, else the memory grows: so each
/// byte is moved a few times at most.
void ByteSource::make_room() {
  if (capacity_ - end_ >= block_size) return;
  const std::size_t first = next_ > kept_ ? next_ - kept_ : 0;
  if (first >= std::max(block_size, capacity_ / 3)) {
    std::memmove(bytes_.get(), bytes_.get() + first, end_ - first);
  } else {
    capacity_ = std::max(2 * capacity_, 2 * block_size);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
    if (end_ > first) std::memcpy(larger.get(), bytes_.get() + first, end_ - first);
    bytes_ = std::move(larger);
  }
  start_ += first;
  next_ -= first;
  end_ -= first;
}

bool ByteSource::go_to(std::uint64_t offset) {
  if (offset < start_ || offset > start_ + end_) {
    if (reader_->can_seek() && reader_->seek(offset)) {
      start_ = offset;
      next_ = end_ = 0;
      at_end_ = false;
      return !error_;
    }
    if (offset > start_ + end_) return false;
    offset = start_;
  }
  next_ = static_cast<std::size_t>(offset - start_);
  return true;
}

}  // namespace hrefkit::warc
