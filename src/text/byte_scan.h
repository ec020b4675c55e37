// Searches and counts over all bytes of a text, sixteen at once.
//
// No function has a loop for the bytes after the last sixteen: it loads the last sixteen of the
// text once more, some of them for the second time. A text of 4 to 15 bytes is loaded as its two
// ends, which meet or overlap. So no byte outside of the text is read, and few branches depend on
// its length.
//
// `L` is the form of the lanes (lanes.h), which callers leave out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "hrefkit/text/lanes.h"

namespace hrefkit::text {

/// The offset of the first byte that `kind` marks in a text of less than sixteen bytes, or the
/// size.
template <class L, class Kind>
inline std::size_t find_in_short(std::string_view text, Kind kind) {
  const std::size_t size = text.size();
  if (size < 4) return std::min(size, kind(first_bytes<L>(text.data(), size)).first_or_width());
  const auto found = kind(both_ends<L>(text));
  if (!found.any()) return size;
  const std::size_t half = end_size(size);
  const std::size_t place = found.first();
  return place < half ? place : size - 2 * half + place;
}

/// The offset of the first byte of `text` that `kind` marks, or the size. `kind` maps lanes to
/// marks, each byte by itself.
template <class L, class Kind>
inline std::size_t find_first_that(std::string_view text, Kind kind) {
  const std::size_t size = text.size();
  if (size < L::width) return find_in_short<L>(text, kind);
  for (std::size_t i = 0;; i = std::min(i + L::width, size - L::width)) {
    const auto found = kind(L(text.data() + i));
    if (found.any()) return i + found.first();
    if (i == size - L::width) return size;
  }
}

/// The number of ASCII bytes at the start of `bytes`.
template <class L = Lanes>
std::size_t ascii_run_length(std::string_view bytes) {
  constexpr std::size_t block = 4 * L::width;
  std::size_t at = 0;
  for (; bytes.size() - at >= block; at += block) {
    char const* const next = bytes.data() + at;
    const L first = L(next) | L(next + L::width);
    const L second = L(next + 2 * L::width) | L(next + 3 * L::width);
    if ((first | second).high().any()) break;
  }
  return at + find_first_that<L>(bytes.substr(at), [](L lanes) { return lanes.high(); });
}

/// The bytes that a JSON string escapes (RFC 8259 section 7): the quote, the backslash and C0
/// controls.
template <class L>
inline typename L::Marks json_escaped(L lanes) {
  return lanes.up_to('\x1F') | (lanes.equal('"') | lanes.equal('\\'));
}

/// The number of bytes before the first one that a JSON string escapes.
template <class L = Lanes>
std::size_t json_run_length(std::string_view text) {
  return find_first_that<L>(text, [](L lanes) { return json_escaped(lanes); });
}

/// The first `c` from `at` on, or `end`. For searches that mostly end within the first bytes, where
/// calling memchr costs more than the search; longer ones are left to it.
template <class L = Lanes>
inline char const* find_near(char const* at, char const* end, char c) {
  constexpr int looks = L::is_vector ? 2 : 0;
  for (int i = 0; i < looks && static_cast<std::size_t>(end - at) >= L::width;
       ++i, at += L::width) {
    const auto found = L(at).equal(c);
    if (found.any()) return at + found.first();
  }
  auto const* const found =
      static_cast<char const*>(std::memchr(at, c, static_cast<std::size_t>(end - at)));
  return found == nullptr ? end : found;
}

/// The same by offsets: `at` is no more than the size of the text, which is also the answer where
/// there is no such byte.
template <class L = Lanes>
inline std::size_t find_near(std::string_view text, char c, std::size_t at) {
  char const* const begin = text.data();
  if (text.empty()) return 0;
  return static_cast<std::size_t>(find_near<L>(begin + at, begin + text.size(), c) - begin);
}

/// The bytes that `plain_name_length` tests.
inline constexpr std::size_t plain_name_window = Lanes::width;

/// The number of bytes before white space, `<`, `=`, `>` or a byte outside of ASCII, at most
/// `plain_name_window`. So many bytes from `name` on must be readable.
///
/// FAST: without a branch for the length. Names are short, and none is like the next.
template <class L = Lanes>
inline std::size_t plain_name_length(char const* name) {
  const L lanes(name);
  return (lanes.up_to(' ') | lanes.between('<', '>') | lanes.high()).first_or_width();
}

/// Where `count_bytes_that` can begin to count: the bytes that fill no whole lanes are loaded with
/// those before them, which the first bytes of a text do not have.
template <class L>
std::size_t first_in_lanes(std::size_t begin, std::size_t end) {
  const std::size_t rest = (end - begin) % L::width;
  return rest == 0 || begin + rest >= L::width ? begin : begin + rest;
}

/// The number of bytes from offset `begin` up to `end` that `kind` marks. `kind` is also called for
/// up to fifteen bytes before them.
template <class L, class Kind>
inline std::size_t count_bytes_that(std::string_view text, std::size_t begin, std::size_t end,
                                    Kind kind) {
  const std::size_t first = (end - begin) % L::width;
  std::size_t at = begin + first;
  std::size_t count = 0;
  typename L::Tally tally;
  if (first != 0) tally.add(kind(L(text.data() + at - L::width)) & L::Marks::last(first));
  while (true) {
    const std::size_t stop = std::min(end, at + (L::Tally::max_additions - 1) * L::width);
    for (; at < stop; at += L::width) tally.add(kind(L(text.data() + at)));
    count += tally.sum();
    if (at == end) return count;
    tally = {};
  }
}

/// Line ends in a part of a text.
struct LineEndCount {
  std::size_t count = 0;
  std::size_t last_line = 0;  ///< where the line after the last of them begins; 0 without line ends
};

/// As `count_line_ends`, byte by byte.
inline LineEndCount count_line_ends_in_bytes(std::string_view text, std::size_t begin,
                                             std::size_t end) {
  LineEndCount result;
  for (std::size_t i = begin; i < end; ++i) {
    if (text[i] != '\n' && text[i] != '\r') continue;
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    ++result.count;
    result.last_line = i + 1;
  }
  return result;
}

/// Where the line after the last LF before `end` begins. There is one.
template <class L>
std::size_t after_last_lf(std::string_view text, std::size_t end) {
  for (; end >= L::width; end -= L::width) {
    const auto found = L(text.data() + end - L::width).equal('\n').bits();
    if (found == 0) continue;
    return end - L::width + static_cast<std::size_t>(std::bit_width(found)) / L::bits_per_byte;
  }
  return text.rfind('\n', end - 1) + 1;
}

/// Adds the CRs that no LF follows. They are searched for one by one.
inline void add_lone_returns(std::string_view text, std::size_t begin, std::size_t end,
                             LineEndCount& result) {
  const std::string_view part = text.substr(0, end);
  for (std::size_t at = part.find('\r', begin); at != part.npos; at = part.find('\r', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] == '\n') continue;
    ++result.count;
    result.last_line = std::max(result.last_line, at + 1);
  }
}

/// Counts the line ends (LF, CR LF or a lone CR) that end in `text` from offset `begin` up to
/// `end`. The CR of a CR LF that `end` divides does not count.
template <class L = Lanes>
LineEndCount count_line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t in_lanes = first_in_lanes<L>(begin, end);
  LineEndCount result = count_line_ends_in_bytes(text, begin, in_lanes);
  if (in_lanes == end) return result;
  typename L::Marks returns;
  const std::size_t count = count_bytes_that<L>(text, in_lanes, end, [&](L lanes) {
    returns = returns | lanes.equal('\r');
    return lanes.equal('\n');
  });
  if (count != 0) result.last_line = after_last_lf<L>(text, end);
  result.count += count;
  if (returns.any()) add_lone_returns(text, in_lanes, end, result);
  return result;
}

}  // namespace hrefkit::text
