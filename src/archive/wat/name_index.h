// Finds names of tags and attributes, as they are written, among those that count.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_run.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

/// Eight bytes as a number. The compiler makes one load of them.
constexpr std::uint64_t eight_bytes(char const* bytes) {
  const auto byte = [bytes](int i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  };
  return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
}

/// FAST: the key of a name of at least one byte that stands in a text with eight bytes or more from
/// its first one on: its first eight bytes with the bit of lower case set in each, and 0 for those
/// behind its end. It has no branch for the length: names are short, and none is like the next.
constexpr std::uint64_t key_in_text(char const* name, std::size_t length) {
  constexpr std::uint64_t lower_case = 0x2020202020202020;
  const std::size_t unused = length < 8 ? 8 - length : 0;
  return (eight_bytes(name) | lower_case) & (~std::uint64_t{0} >> (8 * unused));
}

/// The key of any name; 0 for an empty one.
constexpr std::uint64_t key_of(std::string_view name) {
  if (name.empty()) return 0;
  std::array<char, 8> bytes{};
  const std::size_t length = std::min(name.size(), bytes.size());
  std::copy_n(name.data(), length, bytes.data());
  return key_in_text(bytes.data(), length);
}

/// The places of some names, which are in lower case and have up to 255 bytes. A hash table.
template <std::size_t Count>
class NameIndex {
 public:
  constexpr explicit NameIndex(std::array<std::string_view, Count> const& names) : names_(names) {
    for (std::size_t i = 0; i < Count; ++i) {
      const std::uint64_t key = key_of(names[i]);
      std::size_t slot = slot_of(key);
      while (slots_[slot].size != 0) slot = (slot + 1) % slot_count;
      slots_[slot] = {key, static_cast<std::uint8_t>(names[i].size()), static_cast<std::uint8_t>(i),
                      is_exact(names[i])};
    }
  }

  /// The place of a name in any case of ASCII, which has this key; nothing for one that is not
  /// there.
  constexpr std::optional<std::size_t> find(std::string_view name, std::uint64_t key) const {
    for (std::size_t i = slot_of(key); slots_[i].size != 0; i = (i + 1) % slot_count) {
      Slot const& slot = slots_[i];
      if (slot.key != key || slot.size != name.size()) continue;
      if (slot.is_exact || text::equals_ignoring_ascii_case(names_[slot.place], name)) {
        return slot.place;
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr std::size_t slot_count = 512;
  static_assert(Count < slot_count / 4);

  /// A place of the hash table; without a name its size is 0.
  struct Slot {
    std::uint64_t key = 0;
    std::uint8_t size = 0;
    std::uint8_t place = 0;
    bool is_exact = false;  // a name with this key and size is the one of this place
  };

  static constexpr std::size_t slot_of(std::uint64_t key) {
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15) >> 55);
  }

  /// The bit of lower case makes letters of letters alone, but digits of control characters, too.
  static constexpr bool is_exact(std::string_view name) {
    return name.size() <= 8 && text::is_made_of(name, text::ascii_lower);
  }

  std::array<std::string_view, Count> names_;
  std::array<Slot, slot_count> slots_{};
};

}  // namespace hrefkit::archive
