// The multiplier of a perfect hash (name_table.h), found at compile time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hrefkit/text/name_table.h"

namespace hrefkit::text {

/// A multiplier with which `NameTable<Names, multiplier, SlotBits>` gives each name a slot of its
/// own. The table needs some four to eight slots a name, or the search takes too long to compile.
template <auto const& Names, int SlotBits>
consteval std::uint64_t find_multiplier() {
  std::array<std::uint64_t, Names.size()> packed{};
  for (std::size_t i = 0; i < Names.size(); ++i) packed[i] = pack_name(Names[i]);
  // SplitMix64 gives one candidate after the other.
  for (std::uint64_t state = 0x9E3779B97F4A7C15;; state += 0x9E3779B97F4A7C15) {
    std::uint64_t multiplier = state;
    multiplier = (multiplier ^ (multiplier >> 30)) * 0xBF58476D1CE4E5B9;
    multiplier = (multiplier ^ (multiplier >> 27)) * 0x94D049BB133111EB;
    multiplier ^= multiplier >> 31;
    std::array<bool, std::size_t{1} << SlotBits> used{};
    bool is_perfect = true;
    for (const std::uint64_t name : packed) {
      bool& slot = used[static_cast<std::size_t>((name * multiplier) >> (64 - SlotBits))];
      is_perfect = is_perfect && !slot;
      slot = true;
      if (!is_perfect) break;
    }
    if (is_perfect) return multiplier;
  }
}

}  // namespace hrefkit::text
