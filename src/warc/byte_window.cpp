#include "hrefkit/warc/byte_window.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace hrefkit::warc {

void ByteWindow::restart(std::uint64_t place) {
  start_ = place;
  next_ = end_ = 0;
}

std::span<char> ByteWindow::room() {
  if (capacity_ - end_ < piece_) make_room();
  return {bytes_.get() + end_, capacity_ - end_};
}

void ByteWindow::make_room() {
  const std::size_t first = next_ > kept_ ? next_ - kept_ : 0;
  if (first >= std::max(piece_, capacity_ / 3)) {
    std::memmove(bytes_.get(), bytes_.get() + first, end_ - first);
  } else {
    capacity_ = std::max(2 * capacity_, 2 * piece_);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity_);
    if (end_ > first) std::memcpy(larger.get(), bytes_.get() + first, end_ - first);
    bytes_ = std::move(larger);
  }
  start_ += first;
  next_ -= first;
  end_ -= first;
}

}  // namespace hrefkit::warc
