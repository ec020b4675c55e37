// The text is looked at in blocks of 16 bytes. A block gives one bit mask a class of bytes, and the
// scan works on the masks only: a segment begins after each byte of `slash`, the path ends at the
// lowest byte of `question | hash`.
//
// `refused` unites what the parts' percent-encode sets hold, so that a byte that one part refuses
// is refused in all of them: "'" in a path goes the long way though it need not.
#include "hrefkit/url/living/reference_scan.h"

#include <algorithm>

#include "hrefkit/text/lanes.h"
#include "hrefkit/url/characters/dot_segment.h"

namespace hrefkit::url {

namespace {

/// The classes of up to 16 bytes, as bits of the lanes `L`.
template <class L>
struct BlockMasks {
  using Bits = typename L::Bits;

  Bits refused;
  Bits slash;
  Bits dot;
  Bits colon;
  Bits percent;
  Bits question;
  Bits hash;
};

/// The bytes of path_percent_encode_set, special_query_percent_encode_set and
/// fragment_percent_encode_set, and the backslash; not "?" and "#".
template <class L>
inline typename L::Marks refused_bytes(L block) {
  const auto equal_but = [block](char c, char ignored) { return (block | ignored).equal(c); };
  const auto controls = block.below_or_high('!');     // and the space, and all outside of ASCII
  const auto angles = equal_but('>', 0x02);           // < >
  const auto backslash_caret = equal_but('^', 0x02);  // \ ^
  const auto brace_delete = equal_but(0x7F, 0x04);    // { DEL
  const auto quotes = block.equal('"') | block.equal('\'');
  const auto others = block.equal('}') | block.equal('`');
  return ((controls | angles) | backslash_caret) | ((brace_delete | quotes) | others);
}

template <class L>
inline BlockMasks<L> masks_of(L block) {
  const auto bits = [block](char c) { return block.equal(c).bits(); };
  return {refused_bytes(block).bits(),
          bits('/'),
          bits('.'),
          bits(':'),
          bits('%'),
          bits('?'),
          bits('#')};
}

/// The classes of `count` bytes of the text from `offset` on, 1 to 16; of less than 16 where the
/// text ends with them.
template <class L>
inline BlockMasks<L> masks_of(std::string_view text, std::size_t offset, std::size_t count) {
  if (count == L::width) return masks_of(L(text.data() + offset));
  if (text.size() < L::width) {
    BlockMasks<L> masks = masks_of(text::first_bytes<L>(text.data() + offset, count));
    masks.refused &= (typename L::Bits{1} << count * L::bits_per_byte) - 1;
    return masks;
  }
  // Load the text's last 16 bytes and drop those before `offset`.
  BlockMasks<L> masks = masks_of(L(text.data() + text.size() - L::width));
  for (auto* mask : {&masks.refused, &masks.slash, &masks.dot, &masks.colon, &masks.percent,
                     &masks.question, &masks.hash}) {
    *mask >>= (L::width - count) * L::bits_per_byte;
  }
  return masks;
}

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
template <class L>
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t begin) : text_(text), begin_(begin) {
    result_.path_end = text.size();
    result_.fragment_begin = text.size();
  }

  ReferenceScan run() {
    for (std::size_t offset = begin_; offset < text_.size(); offset += L::width) {
      const std::size_t count = std::min(L::width, text_.size() - offset);
      const BlockMasks<L> masks = masks_of<L>(text_, offset, count);
      if (masks.refused != 0 || (in_path_ && !path_block(masks, offset))) return result_;
      if (!in_fragment_ && masks.hash != 0) {
        in_fragment_ = true;
        result_.fragment_begin = offset + text::first_byte<L>(masks.hash);
      }
    }
    result_.plain =
        !percent_in_path_ || !holds_encoded_dot(text_.substr(begin_, result_.path_end - begin_));
    return result_;
  }

 private:
  using Bits = typename L::Bits;

  /// False when a segment begins with a dot.
  bool path_block(BlockMasks<L> const& masks, std::size_t offset) {
    const Bits ends = masks.question | masks.hash;
    const Bits in_path = text::bits_before(ends);
    const Bits segment_begins = masks.slash << L::bits_per_byte | after_slash_;
    if ((masks.dot & segment_begins & in_path) != 0) return false;
    percent_in_path_ = percent_in_path_ || (masks.percent & in_path) != 0;
    if (in_first_segment_) {
      const Bits stops = masks.colon | masks.slash | ends;
      in_first_segment_ = stops == 0;
      if ((masks.colon & stops & (0 - stops)) != 0) {
        result_.colon = offset + text::first_byte<L>(stops);
      }
    }
    after_slash_ = masks.slash >> (L::width - 1) * L::bits_per_byte & 1;
    if (ends != 0) {
      in_path_ = false;
      result_.path_end = offset + text::first_byte<L>(ends);
    }
    return true;
  }

  std::string_view text_;
  std::size_t begin_;
  ReferenceScan result_;
  Bits after_slash_ = 1;  // the lowest bit of the block's first byte
  bool in_path_ = true;
  bool in_fragment_ = false;
  bool in_first_segment_ = true;
  bool percent_in_path_ = false;
};

}  // namespace

ReferenceScan scan_reference(std::string_view text, std::size_t begin) {
  return Scanner<text::Lanes>(text, begin).run();
}

ReferenceScan scan_reference_portably(std::string_view text, std::size_t begin) {
  return Scanner<text::PortableLanes>(text, begin).run();
}

}  // namespace hrefkit::url
