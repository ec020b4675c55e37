// Sixteen bytes compared at once.
//
//   for (; end - at >= 16; at += 16) {
//     const auto quotes = Lanes(at).equal('"');
//     if (quotes.any()) return at + quotes.first();
//   }
//
// Three forms have one interface and give the same answers: SSE2 for x86, NEON for AArch64, and
// portable C++, which keeps the bytes in two words of 64 bits. `Lanes` is the best form that the
// target has; -DHREFKIT_VECTORS=OFF makes it the portable one. Functions take the form as a
// template parameter, so that tests can compare all forms that a machine has.
//
// A comparison gives marks, one a byte. `any` and `first` are cheap in all forms. `bits` makes an
// integer of the marks, in which every byte has `bits_per_byte` equal bits, the first byte the
// lowest: SSE2 has an instruction for one bit a byte, NEON one for four.
//
// Thirty-two bytes at once, with AVX2, made finding links 5 % slower on the pages of three manuals:
// names and values end sooner. Longer searches are memchr's, which chooses AVX2 at run time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "hrefkit/text/little_endian.h"

#if !defined(HREFKIT_PORTABLE_LANES) && defined(__SSE2__)
#define HREFKIT_SSE2_LANES 1
#include <emmintrin.h>
#elif !defined(HREFKIT_PORTABLE_LANES) && defined(__aarch64__) && defined(__ARM_NEON) && \
    !defined(__AARCH64EB__)
#define HREFKIT_NEON_LANES 1
#include <arm_neon.h>
#endif

namespace hrefkit::text {

// Eight bytes compared at once, in a word that has the first byte lowest.

/// Sets the highest bit of each byte of `word` that equals `c`. Returns 0 if no byte equals `c`.
/// Only the lowest bit that is set is exact: a byte above it may be marked without being equal.
constexpr std::uint64_t mark_equal(std::uint64_t word, char c) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t difference = word ^ static_cast<unsigned char>(c) * ones;
  return (difference - ones) & ~difference & 0x80 * ones;
}

/// The portable form. A word has its lowest byte first, whatever the byte order of the machine is;
/// a mark is the highest bit of a byte.
class PortableLanes {
 public:
  static constexpr bool is_vector = false;
  static constexpr std::size_t width = 16;
  static constexpr unsigned bits_per_byte = 1;
  using Bits = std::uint32_t;
  static constexpr Bits all_bits = 0xFFFF;

  /// One mark a byte.
  class Marks {
   public:
    constexpr Marks() = default;
    constexpr Marks(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}

    /// Marks of the last `count` bytes, 1 to 16.
    static Marks last(std::size_t count) {
      if (count <= 8) return {0, tops << 8 * (8 - count)};
      return {tops << 8 * (16 - count), tops};
    }

    friend Marks operator|(Marks a, Marks b) { return {a.low_ | b.low_, a.high_ | b.high_}; }
    friend Marks operator&(Marks a, Marks b) { return {a.low_ & b.low_, a.high_ & b.high_}; }

    bool any() const { return (low_ | high_) != 0; }

    /// The index of the first marked byte. At least one must be marked.
    std::size_t first() const { return first_or_width(); }

    /// The same, and `width` where no byte is marked.
    std::size_t first_or_width() const {
      const int zeros = low_ != 0 ? std::countr_zero(low_) : 64 + std::countr_zero(high_);
      return static_cast<std::size_t>(zeros) / 8;
    }

    Bits bits() const { return static_cast<Bits>(bits_of(low_) | bits_of(high_) << 8); }

    /// The marks of 64 bytes, one bit a byte.
    static std::uint64_t bits_of_64(Marks a, Marks b, Marks c, Marks d) {
      return std::uint64_t{a.bits()} | std::uint64_t{b.bits()} << 16 |
             std::uint64_t{c.bits()} << 32 | std::uint64_t{d.bits()} << 48;
    }

   private:
    friend class PortableLanes;

    /// The product has the mark of byte i, bit 8i + 7, at bit 56 + i; no two marks meet in it.
    static std::uint64_t bits_of(std::uint64_t marks) { return marks * 0x0002040810204081 >> 56; }

    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
  };

  /// Counts marks by their places in the lanes.
  class Tally {
   public:
    static constexpr std::size_t max_additions = 255;
    void add(Marks marks) {
      low_ += marks.low_ >> 7;
      high_ += marks.high_ >> 7;
    }
    std::size_t sum() const { return sum_of(low_) + sum_of(high_); }

   private:
    static std::size_t sum_of(std::uint64_t counts) {
      constexpr std::uint64_t even = 0x00FF00FF00FF00FF;
      const std::uint64_t pairs = (counts & even) + (counts >> 8 & even);
      return static_cast<std::size_t>(pairs * 0x0001000100010001 >> 48);
    }

    std::uint64_t low_ = 0;
    std::uint64_t high_ = 0;
  };

  /// Loads the sixteen bytes from `bytes` on, which must be readable.
  explicit PortableLanes(char const* bytes)
      : low_(load_little_endian<std::uint64_t>(bytes)),
        high_(load_little_endian<std::uint64_t>(bytes + 8)) {}

  /// Two words of eight bytes, the lowest byte the first one.
  PortableLanes(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}

  void store(char* to) const {
    store_little_endian(to, low_);
    store_little_endian(to + 8, high_);
  }

  friend PortableLanes operator|(PortableLanes a, PortableLanes b) {
    return {a.low_ | b.low_, a.high_ | b.high_};
  }

  /// The bytes with the bits of `c` set in all of them.
  friend PortableLanes operator|(PortableLanes a, char c) {
    return {a.low_ | splat(c), a.high_ | splat(c)};
  }

  /// The bytes that are `c`.
  Marks equal(char c) const {
    return marks([c](std::uint64_t word) {
      const std::uint64_t other = word ^ splat(c);
      return ~(((other & ~tops) + ~tops) | other);
    });
  }

  /// The bytes outside of ASCII: their highest bit is set.
  Marks high() const {
    return marks([](std::uint64_t word) { return word; });
  }

  /// The bytes up to `last`, an ASCII character.
  Marks up_to(char last) const {
    return marks([last](std::uint64_t word) { return ~(from(word, last + 1) | word); });
  }

  /// The bytes from `first` to `last`, both ASCII.
  Marks between(char first, char last) const {
    return marks([first, last](std::uint64_t word) {
      return from(word, first) & ~(from(word, last + 1) | word);
    });
  }

  /// The bytes below `end`, an ASCII character, and all outside of ASCII.
  Marks below_or_high(char end) const {
    return marks([end](std::uint64_t word) { return ~from(word, end) | word; });
  }

  /// The bytes that begin a character in UTF-8: all but 0x80 to 0xBF.
  Marks begin_characters() const {
    return marks([](std::uint64_t word) { return ~word | word << 1; });
  }

 private:
  static constexpr std::uint64_t ones = 0x0101010101010101;
  static constexpr std::uint64_t tops = 0x8080808080808080;

  static constexpr std::uint64_t splat(char c) { return static_cast<unsigned char>(c) * ones; }

  /// The highest bit of each byte says whether its lower seven are `first`, 0 to 128, or more.
  static constexpr std::uint64_t from(std::uint64_t word, int first) {
    return (word | tops) - static_cast<std::uint64_t>(first) * ones;
  }

  template <class Mark>
  Marks marks(Mark mark) const {
    return {mark(low_) & tops, mark(high_) & tops};
  }

  std::uint64_t low_;
  std::uint64_t high_;
};

/// Sixteen zeros and sixteen bytes with all bits set: those from `n` on mark the last n of sixteen.
inline constexpr std::array<char, 32> last_bytes = [] {
  std::array<char, 32> bytes{};
  std::fill(bytes.begin() + 16, bytes.end(), '\xFF');
  return bytes;
}();

#if defined(HREFKIT_SSE2_LANES)

/// The form for x86; see PortableLanes for what the functions do.
class Sse2Lanes {
 public:
  static constexpr bool is_vector = true;
  static constexpr std::size_t width = 16;
  static constexpr unsigned bits_per_byte = 1;
  using Bits = std::uint32_t;
  static constexpr Bits all_bits = 0xFFFF;

  class Marks {
   public:
    Marks() : lanes_(_mm_setzero_si128()) {}
    explicit Marks(__m128i lanes) : lanes_(lanes) {}

    static Marks last(std::size_t count) {
      return Marks(Sse2Lanes(last_bytes.data() + count).lanes_);
    }

    friend Marks operator|(Marks a, Marks b) { return Marks(_mm_or_si128(a.lanes_, b.lanes_)); }
    friend Marks operator&(Marks a, Marks b) { return Marks(_mm_and_si128(a.lanes_, b.lanes_)); }

    bool any() const { return bits() != 0; }
    std::size_t first() const { return static_cast<std::size_t>(std::countr_zero(bits())); }
    std::size_t first_or_width() const {
      return static_cast<std::size_t>(std::countr_zero(bits() | Bits{1} << width));
    }
    Bits bits() const { return static_cast<Bits>(_mm_movemask_epi8(lanes_)); }

    static std::uint64_t bits_of_64(Marks a, Marks b, Marks c, Marks d) {
      return std::uint64_t{a.bits()} | std::uint64_t{b.bits()} << 16 |
             std::uint64_t{c.bits()} << 32 | std::uint64_t{d.bits()} << 48;
    }

   private:
    friend class Sse2Lanes;
    __m128i lanes_;
  };

  class Tally {
   public:
    static constexpr std::size_t max_additions = 255;
    void add(Marks marks) { counts_ = _mm_sub_epi8(counts_, marks.lanes_); }
    std::size_t sum() const {
      const __m128i halves = _mm_sad_epu8(counts_, _mm_setzero_si128());
      return static_cast<std::size_t>(_mm_extract_epi16(halves, 0) + _mm_extract_epi16(halves, 4));
    }

   private:
    __m128i counts_ = _mm_setzero_si128();
  };

  explicit Sse2Lanes(char const* bytes)
      : lanes_(_mm_loadu_si128(reinterpret_cast<__m128i const*>(bytes))) {}
  Sse2Lanes(std::uint64_t low, std::uint64_t high)
      : lanes_(_mm_set_epi64x(static_cast<std::int64_t>(high), static_cast<std::int64_t>(low))) {}

  void store(char* to) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), lanes_); }

  friend Sse2Lanes operator|(Sse2Lanes a, Sse2Lanes b) {
    return Sse2Lanes(_mm_or_si128(a.lanes_, b.lanes_));
  }
  friend Sse2Lanes operator|(Sse2Lanes a, char c) {
    return Sse2Lanes(_mm_or_si128(a.lanes_, _mm_set1_epi8(c)));
  }

  Marks equal(char c) const { return Marks(_mm_cmpeq_epi8(lanes_, _mm_set1_epi8(c))); }
  Marks high() const { return Marks(_mm_cmplt_epi8(lanes_, _mm_setzero_si128())); }
  Marks up_to(char last) const { return Marks(up_to(lanes_, last)); }
  Marks between(char first, char last) const {
    return Marks(
        up_to(_mm_sub_epi8(lanes_, _mm_set1_epi8(first)), static_cast<char>(last - first)));
  }
  Marks below_or_high(char end) const {
    return Marks(_mm_cmplt_epi8(lanes_, _mm_set1_epi8(end)));  // signed
  }
  Marks begin_characters() const {
    return Marks(_mm_cmpgt_epi8(lanes_, _mm_set1_epi8(-65)));  // 0xBF, signed
  }

 private:
  explicit Sse2Lanes(__m128i lanes) : lanes_(lanes) {}

  static __m128i up_to(__m128i lanes, char last) {
    return _mm_cmpeq_epi8(_mm_min_epu8(lanes, _mm_set1_epi8(last)), lanes);
  }

  __m128i lanes_;
};

using Lanes = Sse2Lanes;

#elif defined(HREFKIT_NEON_LANES)

/// The form for AArch64; see PortableLanes for what the functions do.
class NeonLanes {
 public:
  static constexpr bool is_vector = true;
  static constexpr std::size_t width = 16;
  static constexpr unsigned bits_per_byte = 4;
  using Bits = std::uint64_t;
  static constexpr Bits all_bits = ~Bits{0};

  class Marks {
   public:
    Marks() : lanes_(vdupq_n_u8(0)) {}
    explicit Marks(uint8x16_t lanes) : lanes_(lanes) {}

    static Marks last(std::size_t count) {
      return Marks(NeonLanes(last_bytes.data() + count).lanes_);
    }

    friend Marks operator|(Marks a, Marks b) { return Marks(vorrq_u8(a.lanes_, b.lanes_)); }
    friend Marks operator&(Marks a, Marks b) { return Marks(vandq_u8(a.lanes_, b.lanes_)); }

    bool any() const { return bits() != 0; }
    std::size_t first() const { return first_or_width(); }
    std::size_t first_or_width() const {
      return static_cast<std::size_t>(std::countr_zero(bits())) / 4;
    }
    Bits bits() const {
      return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(lanes_), 4)), 0);
    }

    static std::uint64_t bits_of_64(Marks a, Marks b, Marks c, Marks d) {
      constexpr std::uint8_t weights[] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
      const uint8x16_t weight = vld1q_u8(weights);
      const uint8x16_t low = vpaddq_u8(vandq_u8(a.lanes_, weight), vandq_u8(b.lanes_, weight));
      const uint8x16_t high = vpaddq_u8(vandq_u8(c.lanes_, weight), vandq_u8(d.lanes_, weight));
      const uint8x16_t all = vpaddq_u8(low, high);
      return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
    }

   private:
    friend class NeonLanes;
    uint8x16_t lanes_;
  };

  class Tally {
   public:
    static constexpr std::size_t max_additions = 255;
    void add(Marks marks) { counts_ = vsubq_u8(counts_, marks.lanes_); }
    std::size_t sum() const { return vaddlvq_u8(counts_); }

   private:
    uint8x16_t counts_ = vdupq_n_u8(0);
  };

  explicit NeonLanes(char const* bytes)
      : lanes_(vld1q_u8(reinterpret_cast<std::uint8_t const*>(bytes))) {}
  NeonLanes(std::uint64_t low, std::uint64_t high)
      : lanes_(vcombine_u8(vcreate_u8(low), vcreate_u8(high))) {}

  void store(char* to) const { vst1q_u8(reinterpret_cast<std::uint8_t*>(to), lanes_); }

  friend NeonLanes operator|(NeonLanes a, NeonLanes b) {
    return NeonLanes(vorrq_u8(a.lanes_, b.lanes_));
  }
  friend NeonLanes operator|(NeonLanes a, char c) {
    return NeonLanes(vorrq_u8(a.lanes_, splat(c)));
  }

  Marks equal(char c) const { return Marks(vceqq_u8(lanes_, splat(c))); }
  Marks high() const { return Marks(vcltzq_s8(vreinterpretq_s8_u8(lanes_))); }
  Marks up_to(char last) const { return Marks(vcleq_u8(lanes_, splat(last))); }
  Marks between(char first, char last) const {
    return Marks(vcleq_u8(vsubq_u8(lanes_, splat(first)), splat(static_cast<char>(last - first))));
  }
  Marks below_or_high(char end) const {
    return Marks(vcltq_s8(vreinterpretq_s8_u8(lanes_), vreinterpretq_s8_u8(splat(end))));
  }
  Marks begin_characters() const {
    return Marks(vcgtq_s8(vreinterpretq_s8_u8(lanes_), vdupq_n_s8(-65)));  // 0xBF, signed
  }

 private:
  explicit NeonLanes(uint8x16_t lanes) : lanes_(lanes) {}

  static uint8x16_t splat(char c) { return vdupq_n_u8(static_cast<std::uint8_t>(c)); }

  uint8x16_t lanes_;
};

using Lanes = NeonLanes;

#else

using Lanes = PortableLanes;

#endif

/// The place of the first byte whose bits are set in `bits`, which is not 0.
template <class L>
std::size_t first_byte(typename L::Bits bits) {
  return static_cast<std::size_t>(std::countr_zero(bits)) / L::bits_per_byte;
}

/// The bits of the bytes before the first one that is set; all where none is.
template <class Bits>
constexpr Bits bits_before(Bits bits) {
  return (bits & (0 - bits)) - 1;
}

/// Up to fifteen bytes from `bytes` on, and zeros behind them. No other byte is read.
template <class L>
L first_bytes(char const* bytes, std::size_t count) {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  const auto byte = [bytes](std::size_t at) {
    return std::uint64_t{static_cast<unsigned char>(bytes[at])} << 8 * at;
  };
  if (count >= 8) {
    low = load_little_endian<std::uint64_t>(bytes);
    if (count > 8) {
      high = load_little_endian<std::uint64_t>(bytes + count - 8) >> 8 * (L::width - count);
    }
  } else if (count >= 4) {
    low = load_little_endian<std::uint32_t>(bytes) |
          std::uint64_t{load_little_endian<std::uint32_t>(bytes + count - 4)} << 8 * (count - 4);
  } else if (count > 0) {
    low = byte(0) | byte(count / 2) | byte(count - 1);
  }
  return {low, high};
}

/// How many bytes of each end of a text `both_ends` takes.
constexpr std::size_t end_size(std::size_t text_size) {
  return text_size >= 8 ? 8 : 4;
}

/// The first and last eight bytes of a text of 8 to 16 bytes. Of one of 4 to 7 the first and last
/// four, which come twice.
template <class L>
L both_ends(std::string_view text) {
  if (end_size(text.size()) == 8) {
    return {load_little_endian<std::uint64_t>(text.data()),
            load_little_endian<std::uint64_t>(text.data() + text.size() - 8)};
  }
  const std::uint64_t ends =
      load_little_endian<std::uint32_t>(text.data()) |
      std::uint64_t{load_little_endian<std::uint32_t>(text.data() + text.size() - 4)} << 32;
  return {ends, ends};
}

}  // namespace hrefkit::text
