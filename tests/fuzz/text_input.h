// How the fuzz targets of documents read their bytes: a byte of options, then the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/encoding.h"

namespace hrefkit::fuzz {

/// An input. The text stands in a block of its own size, so that a sanitizer sees any read past it.
class TextInput {
 public:
  TextInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) return;
    options_ = data[0];
    const std::string valid =
        text::decode({reinterpret_cast<char const*>(data) + 1, size - 1}, text::Encoding::utf_8)
            .text;
    bytes_.assign(valid.begin(), valid.end());
  }

  /// Bit `index` (0 to 7) of the first byte. Digits, which are easily typed, set the lowest four.
  bool option(unsigned index) const { return (options_ >> index & 1) != 0; }

  /// The rest, made valid UTF-8.
  std::string_view text() const { return {bytes_.data(), bytes_.size()}; }

 private:
  unsigned options_ = 0;
  std::vector<char> bytes_;
};

}  // namespace hrefkit::fuzz
