// A copy of a text in a block of its exact size, so that a sanitizer sees reads past its end.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace hrefkit::test {

class ExactCopy {
 public:
  explicit ExactCopy(std::string_view text)
      : bytes_(std::make_unique<char[]>(text.size())), size_(text.size()) {
    text.copy(bytes_.get(), size_);
  }

  std::string_view text() const { return {bytes_.get(), size_}; }
  char* begin() const { return bytes_.get(); }
  char* end() const { return bytes_.get() + size_; }

 private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_;
};

}  // namespace hrefkit::test
