#include "hrefkit/archive/wat/deep_anchors.h"

namespace hrefkit::archive {

namespace {

constexpr unsigned group_bits = 7;
constexpr unsigned char first_group = 1U << group_bits;

}  // namespace

void DeepAnchors::start() {
  distances_.clear();
  last_ = 0;
}

void DeepAnchors::add(std::size_t place) {
  const std::size_t distance = place - last_;
  unsigned shift = 0;
  while (distance >> shift >> group_bits != 0) shift += group_bits;
  unsigned char mark = first_group;
  for (;; shift -= group_bits) {
    distances_.push_back(mark | (distance >> shift & (first_group - 1U)));
    mark = 0;
    if (shift == 0) break;
  }
  last_ = place;
}

std::optional<std::size_t> DeepAnchors::close() {
  if (distances_.empty()) return std::nullopt;
  const std::size_t place = last_;
  bool is_first = false;
  for (unsigned shift = 0; !is_first; shift += group_bits) {
    const unsigned char group = distances_.back();
    distances_.pop_back();
    is_first = (group & first_group) != 0;
    last_ -= static_cast<std::size_t>(group & (first_group - 1U)) << shift;
  }
  return place;
}

}  // namespace hrefkit::archive
