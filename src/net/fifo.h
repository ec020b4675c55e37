// What waits in order: std::deque without the half kilobyte that each empty one of many would have.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace hrefkit::net {

template <typename Value>
class Fifo {
 public:
  bool empty() const { return begin_ == values_.size(); }
  Value const& front() const { return values_[begin_]; }
  void push(Value value) { values_.push_back(std::move(value)); }

  Value pop() {
    Value value = std::move(values_[begin_++]);
    if (empty()) {
      clear();
    } else if (begin_ >= 1024 && begin_ * 2 > values_.size()) {
      erase_popped();
    }
    return value;
  }

  /// All that waits; leaves it empty.
  std::vector<Value> release() {
    erase_popped();
    return std::exchange(values_, {});
  }

  void clear() {
    std::vector<Value>().swap(values_);
    begin_ = 0;
  }

 private:
  void erase_popped() {
    values_.erase(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }

  std::vector<Value> values_;
  std::size_t begin_ = 0;
};

}  // namespace hrefkit::net
