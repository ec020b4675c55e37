// A range of bytes in a document's text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::text {

/// Bytes `begin` to `end` (not included) of a text of at most 4 GiB.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  constexpr std::uint32_t length() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr bool operator==(Span const&) const = default;

  /// The bytes of `text` in this range.
  constexpr std::string_view in(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
};

/// The bytes from `begin` to `end` of a text of at most 4 GiB.
constexpr Span make_span(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace hrefkit::text
