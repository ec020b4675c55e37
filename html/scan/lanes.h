// Sixteen bytes compared at once, with SSE2 or in portable C++.
//
// A mask has bit i set for byte i. Both kinds give the same masks.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::html::scan {

/// The portable kind.
class PortableLanes {
 public:
  static constexpr std::size_t width = 16;

  /// Loads `width` bytes from `bytes` on.
  explicit PortableLanes(char const* bytes) { std::memcpy(bytes_.data(), bytes, width); }

  /// The bytes that are `c`.
  std::uint32_t equal(char c) const {
    return mask([c](char b) { return b == c; });
  }

  /// The bytes from 0 to space.
  std::uint32_t at_most_space() const {
    return mask([](char b) { return static_cast<unsigned char>(b) <= ' '; });
  }

 private:
  template <class Is>
  std::uint32_t mask(Is is) const {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < width; ++i) bits |= std::uint32_t{is(bytes_[i])} << i;
    return bits;
  }

  std::array<char, width> bytes_;
};

#if defined(__SSE2__)

/// The kind for x86-64.
class Sse2Lanes {
 public:
  static constexpr std::size_t width = 16;

  explicit Sse2Lanes(char const* bytes)
      : bytes_(_mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes))) {}

  std::uint32_t equal(char c) const { return to_mask(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(c))); }

  std::uint32_t at_most_space() const {
    return to_mask(_mm_cmpeq_epi8(_mm_max_epu8(bytes_, _mm_set1_epi8(' ')), _mm_set1_epi8(' ')));
  }

 private:
  static std::uint32_t to_mask(__m128i equal) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(equal));
  }

  __m128i bytes_;
};

using BestLanes = Sse2Lanes;

#else

using BestLanes = PortableLanes;

#endif

/// The place of the lowest set bit of a mask that is not 0.
inline std::size_t first_bit(std::uint32_t mask) {
  return static_cast<std::size_t>(std::countr_zero(mask));
}

}  // namespace hrefkit::html::scan
