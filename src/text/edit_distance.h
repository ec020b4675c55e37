// How far two words are apart.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// The number of bytes to insert, remove, replace or swap with a neighbour (optimal string
/// alignment), or `limit + 1` when it is more than `limit`. Costs time for the length times the
/// limit; words longer than 255 bytes count as far apart.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace hrefkit::text
