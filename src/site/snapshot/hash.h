// Hashes of names and of pairs, for tables that hold what strangers wrote.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string_view>

namespace hrefkit::site {

/// Spreads the bits of `value` over the whole word.
constexpr std::uint64_t mix(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93U;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93U;
  value ^= value >> 32;
  return value;
}

/// The hash of a string under a seed.
inline std::uint64_t hash_of(std::string_view text, std::uint64_t seed) {
  return mix(std::hash<std::string_view>{}(text) ^ mix(seed));
}

/// A number that a site's author cannot know, so that nobody can fill one place of a table.
inline std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace hrefkit::site
