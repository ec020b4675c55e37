// A range of bytes in a document's text, and how long a text may be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::text {

/// The maximum size of a text in bytes: offsets into it, its end included, have 32 bits. Longer
/// files, streams and URLs are refused with an error. 32-bit processors get half of that, so that
/// the sum of two sizes does not wrap around.
inline constexpr std::size_t max_text_bytes =
    PTRDIFF_MAX < UINT32_MAX ? std::size_t{PTRDIFF_MAX} : std::size_t{UINT32_MAX};

/// Bytes `begin` to `end` (not included) of a text of at most `max_text_bytes`.
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
