// Searches for a byte. Most of them end after a few bytes.
#pragma once

#include <cstring>

#include "hrefkit/html/scan/lanes.h"

namespace hrefkit::html::scan {

/// The first `c` from `at` on, or `end`. Most searches end within the first bytes, where a call
/// costs more than the search. Longer ones are left to memchr, for which the C library has code for
/// each processor.
template <class Lanes>
inline char const* find_byte(char const* at, char const* end, char c) {
  for (int i = 0; i < 2 && static_cast<std::size_t>(end - at) >= Lanes::width; ++i) {
    if (const std::uint32_t found = Lanes(at).equal(c); found != 0) return at + first_bit(found);
    at += Lanes::width;
  }
  auto const* found =
      static_cast<char const*>(std::memchr(at, c, static_cast<std::size_t>(end - at)));
  return found == nullptr ? end : found;
}

/// The first `c` from `at` on, or `end`; sets `coded` where a byte before it is `&`, CR or NUL, so
/// that the text needs decoding.
template <class Lanes>
inline char const* find_value_end(char const* at, char const* end, char c, bool& coded) {
  coded = false;
  while (static_cast<std::size_t>(end - at) >= Lanes::width) {
    const Lanes lanes(at);
    const std::uint32_t found = lanes.equal(c);
    const std::uint32_t before = found == 0 ? 0xFFFF : (found & (0 - found)) - 1;
    coded |= ((lanes.coded()) & before) != 0;
    if (found != 0) return at + first_bit(found);
    at += Lanes::width;
  }
  for (; at < end && *at != c; ++at) coded |= *at == '&' || *at == '\r' || *at == '\0';
  return at;
}

}  // namespace hrefkit::html::scan
