// How far two words are apart.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::site {

/// The number of bytes to insert, remove, replace or swap with a neighbour (optimal string
/// alignment), or `limit + 1` when it is more than `limit`. Takes time of the length times the
/// limit; words longer than 255 bytes count as far apart.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

/// So many changes make a word another one: a third of its length.
constexpr std::size_t distance_limit(std::string_view word) {
  return word.size() < 3 ? 1 : word.size() / 3 < 4 ? word.size() / 3 : 4;
}

/// False for words that one change makes equal, but that have nothing in common: "a" and "b".
constexpr bool may_be_meant(std::string_view word, std::string_view other) {
  return word.size() > 2 || word.substr(0, 1) == other.substr(0, 1);
}

}  // namespace hrefkit::site
