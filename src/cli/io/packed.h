// Values as bytes and back, for what one process of this program tells another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// Puts numbers and texts into one string of bytes.
class Packer {
 public:
  void number(std::uint64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    packed_.append(bytes, sizeof value);
  }
  void text(std::string_view value) {
    number(value.size());
    packed_.append(value);
  }
  std::string_view view() const { return packed_; }

 private:
  std::string packed_;
};

/// Takes them out in the same order. What is not there reads as 0 or empty.
class Unpacker {
 public:
  explicit Unpacker(std::string_view packed) : left_(packed) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    if (left_.size() < sizeof value) {
      left_ = {};
      return 0;
    }
    std::memcpy(&value, left_.data(), sizeof value);
    left_.remove_prefix(sizeof value);
    return value;
  }
  /// A number that was a size in memory.
  std::size_t count() { return static_cast<std::size_t>(number()); }
  /// A view into the packed bytes.
  std::string_view text() {
    const std::uint64_t size = std::min<std::uint64_t>(number(), left_.size());
    const std::string_view value = left_.substr(0, static_cast<std::size_t>(size));
    left_.remove_prefix(value.size());
    return value;
  }
  bool at_end() const { return left_.empty(); }

 private:
  std::string_view left_;
};

}  // namespace hrefkit::cli
