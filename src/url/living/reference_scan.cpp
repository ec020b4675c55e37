// The text is looked at in blocks of 16 bytes. A block gives one bit mask a class of bytes, bit i
// for byte i, and the scan works on the masks only: a segment begins after each bit of
// `slash`, the path ends at the lowest bit of `question | hash`.
//
// `refused` unites what the parts' percent-encode sets hold, so that a byte that one part refuses
// is refused in all of them: "'" in a path goes the long way though it need not.
#include "hrefkit/url/living/reference_scan.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/characters/dot_segment.h"
#include "hrefkit/url/characters/percent_encode_set.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace hrefkit::url {

namespace {

constexpr std::size_t block_size = 16;

/// The classes of up to 16 bytes.
struct BlockMasks {
  std::uint32_t refused;
  std::uint32_t slash;
  std::uint32_t dot;
  std::uint32_t colon;
  std::uint32_t percent;
  std::uint32_t question;
  std::uint32_t hash;
};

constexpr text::ByteSet refused_bytes =
    (path_percent_encode_set | special_query_percent_encode_set | fragment_percent_encode_set |
     text::ByteSet("\\")) -
    text::ByteSet("?#");

/// Looks at each byte in turn.
struct PortableBlock {
  static BlockMasks masks(std::string_view text, std::size_t offset, std::size_t count) {
    BlockMasks masks{};
    for (std::size_t i = 0; i < count; ++i) {
      const char c = text[offset + i];
      const std::uint32_t bit = std::uint32_t{1} << i;
      if (refused_bytes.contains(c)) masks.refused |= bit;
      if (c == '/') masks.slash |= bit;
      if (c == '.') masks.dot |= bit;
      if (c == ':') masks.colon |= bit;
      if (c == '%') masks.percent |= bit;
      if (c == '?') masks.question |= bit;
      if (c == '#') masks.hash |= bit;
    }
    return masks;
  }
};

#if defined(__SSE2__)

/// Looks at 16 bytes at once.
struct VectorBlock {
  static BlockMasks masks(std::string_view text, std::size_t offset, std::size_t count) {
    if (count == block_size) return masks_of(load(text.data() + offset), 0xFFFF);
    const std::uint32_t valid = (std::uint32_t{1} << count) - 1;
    if (text.size() < block_size) return masks_of(load_short(text.data() + offset, count), valid);
    // Load the text's last 16 bytes and drop those before `offset`.
    const auto drop = static_cast<int>(block_size - count);
    BlockMasks masks = masks_of(load(text.data() + text.size() - block_size), 0xFFFF);
    for (std::uint32_t* mask : {&masks.refused, &masks.slash, &masks.dot, &masks.colon,
                                &masks.percent, &masks.question, &masks.hash}) {
      *mask >>= drop;
    }
    return masks;
  }

 private:
  static __m128i load(char const* p) {
    return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p));
  }

  template <class Word>
  static std::uint64_t load_word(char const* p) {
    Word word;
    std::memcpy(&word, p, sizeof word);
    return word;
  }

  /// Fewer than 16 bytes, zeros after them, by overlapping loads inside of the text.
  static __m128i load_short(char const* p, std::size_t count) {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    if (count >= 8) {
      low = load_word<std::uint64_t>(p);
      if (count > 8) high = load_word<std::uint64_t>(p + count - 8) >> (8 * (block_size - count));
    } else if (count >= 4) {
      low = load_word<std::uint32_t>(p) | load_word<std::uint32_t>(p + count - 4)
                                              << (8 * (count - 4));
    } else if (count > 0) {
      low = load_word<std::uint8_t>(p) |
            load_word<std::uint8_t>(p + count / 2) << (8 * (count / 2)) |
            load_word<std::uint8_t>(p + count - 1) << (8 * (count - 1));
    }
    return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
  }

  static __m128i equal(__m128i block, char c) { return _mm_cmpeq_epi8(block, _mm_set1_epi8(c)); }

  /// Where `block` is `c` or differs from it by the bits of `ignored` alone.
  static __m128i equal_but(__m128i block, char c, char ignored) {
    return equal(_mm_or_si128(block, _mm_set1_epi8(ignored)), c);
  }

  static std::uint32_t bits(__m128i mask) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(mask));
  }

  static __m128i refused(__m128i block) {
    // Signed: below "!" are the controls, the space and all that is not ASCII.
    const __m128i controls = _mm_cmpgt_epi8(_mm_set1_epi8('!'), block);
    const __m128i angles = equal_but(block, '>', 0x02);           // < >
    const __m128i backslash_caret = equal_but(block, '^', 0x02);  // \ ^
    const __m128i brace_delete = equal_but(block, 0x7F, 0x04);    // { DEL
    const __m128i quotes = _mm_or_si128(equal(block, '"'), equal(block, '\''));
    const __m128i others = _mm_or_si128(equal(block, '}'), equal(block, '`'));
    const __m128i left = _mm_or_si128(_mm_or_si128(controls, angles), backslash_caret);
    const __m128i right = _mm_or_si128(_mm_or_si128(brace_delete, quotes), others);
    return _mm_or_si128(left, right);
  }

  static BlockMasks masks_of(__m128i block, std::uint32_t valid) {
    return {bits(refused(block)) & valid, bits(equal(block, '/')), bits(equal(block, '.')),
            bits(equal(block, ':')),      bits(equal(block, '%')), bits(equal(block, '?')),
            bits(equal(block, '#'))};
  }
};

#else

using VectorBlock = PortableBlock;

#endif

/// True when `path` holds an encoded dot, which may make a dot segment.
bool holds_encoded_dot(std::string_view path) {
  std::size_t at = path.find('%');
  while (at != std::string_view::npos) {
    if (leading_dot_length(path.substr(at)) != 0) return true;
    at = path.find('%', at + 1);
  }
  return false;
}

/// The pass; its members are what one block leaves for the next.
template <class Block>
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t begin) : text_(text), begin_(begin) {
    result_.path_end = text.size();
    result_.fragment_begin = text.size();
  }

  ReferenceScan run() {
    for (std::size_t offset = begin_; offset < text_.size(); offset += block_size) {
      const std::size_t count = std::min(block_size, text_.size() - offset);
      const BlockMasks masks = Block::masks(text_, offset, count);
      if (masks.refused != 0 || (in_path_ && !path_block(masks, offset))) return result_;
      if (!in_fragment_ && masks.hash != 0) {
        in_fragment_ = true;
        result_.fragment_begin = offset + lowest(masks.hash);
      }
    }
    result_.plain =
        !percent_in_path_ || !holds_encoded_dot(text_.substr(begin_, result_.path_end - begin_));
    return result_;
  }

 private:
  static std::size_t lowest(std::uint32_t mask) {
    return static_cast<std::size_t>(std::countr_zero(mask));
  }

  /// False when a segment begins with a dot.
  bool path_block(BlockMasks const& masks, std::size_t offset) {
    const std::uint32_t ends = masks.question | masks.hash;
    // All bits below the lowest one of `ends`.
    const std::uint32_t in_path = ends == 0 ? 0xFFFF : (ends & (0 - ends)) - 1;
    const std::uint32_t segment_begins = masks.slash << 1 | after_slash_;
    if ((masks.dot & segment_begins & in_path) != 0) return false;
    percent_in_path_ = percent_in_path_ || (masks.percent & in_path) != 0;
    if (in_first_segment_) {
      const std::uint32_t stops = masks.colon | masks.slash | ends;
      in_first_segment_ = stops == 0;
      if ((masks.colon & stops & (0 - stops)) != 0) result_.colon = offset + lowest(stops);
    }
    after_slash_ = masks.slash >> (block_size - 1) & 1;
    if (ends != 0) {
      in_path_ = false;
      result_.path_end = offset + lowest(ends);
    }
    return true;
  }

  std::string_view text_;
  std::size_t begin_;
  ReferenceScan result_;
  std::uint32_t after_slash_ = 1;
  bool in_path_ = true;
  bool in_fragment_ = false;
  bool in_first_segment_ = true;
  bool percent_in_path_ = false;
};

}  // namespace

ReferenceScan scan_reference(std::string_view text, std::size_t begin) {
  return Scanner<VectorBlock>(text, begin).run();
}

ReferenceScan scan_reference_portably(std::string_view text, std::size_t begin) {
  return Scanner<PortableBlock>(text, begin).run();
}

}  // namespace hrefkit::url
