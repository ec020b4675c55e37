// A perfect hash over the first eight bytes of names. The multiplier is found by trying random
// ones; the table is built, and proved free of collisions, at compile time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/little_endian.h"

namespace hrefkit::text {

/// The first eight bytes of a name, the first in the lowest place; 0 past its end.
constexpr std::uint64_t pack_name(std::string_view name) {
  std::uint64_t packed = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(name.size(), 8); ++i) {
    packed |= std::uint64_t{static_cast<unsigned char>(name[i])} << (8 * i);
  }
  return packed;
}

/// The same, where eight bytes are readable at `name`, whatever its length.
inline std::uint64_t pack_readable_name(std::string_view name) {
  const auto packed = load_little_endian<std::uint64_t>(name.data());
  return name.size() >= 8 ? packed : packed & ((std::uint64_t{1} << (8 * name.size())) - 1);
}

/// Finds a name among `Names` (not empty, in lower case, at most 254), in any ASCII case. The slots
/// are two to the power of `SlotBits`.
template <auto const& Names, std::uint64_t Multiplier, int SlotBits>
class NameTable {
 public:
  constexpr NameTable() {
    static_assert(Names.size() < 255);
    for (std::size_t i = 0; i < Names.size(); ++i) {
      keys_[i + 1] = {pack_name(Names[i]), Names[i].size()};
      slots_[slot(keys_[i + 1].first_bytes)] = static_cast<std::uint8_t>(i + 1);
    }
  }

  /// The index of `written` among the names, from 1 on, or 0; `packed` is its packed form.
  std::size_t find(std::uint64_t packed, std::string_view written) const {
    // Lower case sets bit 0x20 of capitals. `-` and `:` have it already, as have all other bytes of
    // names; a byte outside of these may be mapped to one of them, and then the comparison fails.
    const std::size_t index = slots_[slot(packed | case_bits(packed))];
    Key const& key = keys_[index];
    if (key.length != written.size()) return 0;
    if (key.first_bytes == packed && written.size() <= 8) return index;
    return index != 0 && equals_ignoring_ascii_case(written, Names[index - 1]) ? index : 0;
  }

  /// The same for a name of at most eight bytes in lower case.
  std::size_t find_short(std::uint64_t packed, std::size_t length) const {
    const std::size_t index = slots_[slot(packed)];
    return keys_[index].length == length && keys_[index].first_bytes == packed ? index : 0;
  }

  /// True when no two names share a slot.
  constexpr bool is_perfect() const {
    const auto used = std::count_if(slots_.begin(), slots_.end(), [](auto s) { return s != 0; });
    return static_cast<std::size_t>(used) == Names.size();
  }

 private:
  struct Key {
    std::uint64_t first_bytes = 0;
    std::size_t length = 0;
  };

  /// 0x20 in every byte that is a capital letter or might be.
  static constexpr std::uint64_t case_bits(std::uint64_t packed) {
    return (packed >> 1) & 0x2020202020202020;
  }

  static constexpr std::size_t slot(std::uint64_t first_bytes) {
    return static_cast<std::size_t>((first_bytes * Multiplier) >> (64 - SlotBits));
  }

  std::array<std::uint8_t, std::size_t{1} << SlotBits> slots_{};
  std::array<Key, Names.size() + 1> keys_{};
};

// The multiplier of a perfect hash (name_table.h), found at compile time.

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
