// A quick "no" for most names: which first letters occur among the wanted names of each length.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// A set of names that may say "perhaps" for a name that is not in it, but never "no" for one that
/// is. ASCII case does not count.
class NameFilter {
 public:
  constexpr NameFilter() = default;

  /// Adds a name, which is not empty.
  constexpr void add(std::string_view name) { letters_[place(name.size())] |= letter(name[0]); }

  constexpr void add_all() { letters_.fill(~std::uint32_t{0}); }

  /// True when a name of that length and first byte may be one of those added.
  constexpr bool may_contain(std::size_t length, char first) const {
    return (letters_[place(length)] & letter(first)) != 0;
  }

 private:
  static constexpr std::size_t lengths = 16;

  static constexpr std::size_t place(std::size_t length) { return std::min(length, lengths - 1); }
  static constexpr std::uint32_t letter(char c) { return std::uint32_t{1} << (c & 31); }

  std::array<std::uint32_t, lengths> letters_{};
};

}  // namespace hrefkit::html
