// Sixteen bytes compared at once, with SSE2 or in portable C++.
//
// A mask has bit i set for byte i. Both kinds give the same masks. Thirty-two bytes at once, with
// AVX2, made finding 5 % slower on the pages of three manuals: names and values end sooner. Longer
// searches are memchr's, which chooses AVX2 at run time, as the check of UTF-8 does.
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

  /// What may end a tag's name: white space, `/` and `>`, and with them all other bytes up to the
  /// space, `.` and `?`. These are rare in names, and the set takes a third of the instructions.
  std::uint32_t may_end_name() const { return mask(may_end); }

  /// What may end an attribute's name: these and `=`.
  std::uint32_t may_end_attribute() const {
    return mask([](char b) { return may_end(b) || b == '='; });
  }

  /// `&`, CR and NUL.
  std::uint32_t coded() const {
    return mask([](char b) { return b == '&' || b == '\r' || b == '\0'; });
  }

 private:
  static bool may_end(char b) { return static_cast<unsigned char>(b) <= ' ' || (b | 0x11) == '?'; }

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

  std::uint32_t equal(char c) const { return to_mask(is(c)); }

  std::uint32_t may_end_name() const { return to_mask(may_end()); }

  std::uint32_t may_end_attribute() const { return to_mask(_mm_or_si128(may_end(), is('='))); }

  std::uint32_t coded() const {
    return to_mask(_mm_or_si128(_mm_or_si128(is('&'), is('\r')), is('\0')));
  }

 private:
  __m128i is(char c) const { return _mm_cmpeq_epi8(bytes_, _mm_set1_epi8(c)); }

  __m128i may_end() const {
    const __m128i to_space = _mm_cmpeq_epi8(_mm_min_epu8(bytes_, _mm_set1_epi8(' ')), bytes_);
    const __m128i with_bits = _mm_or_si128(bytes_, _mm_set1_epi8(0x11));  // . / > ? all become ?
    return _mm_or_si128(to_space, _mm_cmpeq_epi8(with_bits, _mm_set1_epi8('?')));
  }

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
