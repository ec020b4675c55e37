#include "hrefkit/warc/byte_source.h"

#include <algorithm>
#include <utility>

namespace hrefkit::warc {

namespace {

constexpr std::size_t block_size = std::size_t{256} << 10;
constexpr std::size_t kept_of_file = std::size_t{64} << 10;
constexpr std::size_t kept_of_pipe = std::size_t{16} << 20;

}  // namespace

ByteSource::ByteSource(std::unique_ptr<ByteReader> reader)
    : reader_(std::move(reader)),
      window_(reader_->can_seek() ? kept_of_file : kept_of_pipe, block_size) {}

bool ByteSource::fill() {
  if (at_end_ || error_) return false;
  const auto count = reader_->read(window_.room().first(block_size));
  if (!count) {
    error_ = count.error();
    return false;
  }
  at_end_ = *count == 0;
  window_.add(*count);
  return !at_end_;
}

std::string_view ByteSource::peek(std::size_t count) {
  while (buffered().size() < count && fill()) {
  }
  return buffered();
}

bool ByteSource::go_to(std::uint64_t offset) {
  const bool is_behind = offset > window_.end_place();
  if (offset < window_.first_place() || is_behind) {
    if (reader_->can_seek() && reader_->seek(offset)) {
      window_.restart(offset);
      at_end_ = false;
      return !error_;
    }
    if (is_behind) return false;
  }
  window_.go_to(std::max(offset, window_.first_place()));
  return true;
}

}  // namespace hrefkit::warc
