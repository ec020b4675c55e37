// Hashes of 64 bits for tables that hold what strangers wrote.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>

#include "hrefkit/text/hash128.h"

namespace hrefkit::text {

/// Spreads the bits of `value` over the whole word.
constexpr std::uint64_t mix64(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93U;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93U;
  value ^= value >> 32;
  return value;
}

/// The two halves of the product of `a` and `b`, one over the other.
constexpr std::uint64_t fold_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <typename Word>
std::uint64_t load_word(char const* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// The hash of a string under a seed: 16 bytes a multiplication, as wyhash does. std::hash takes
/// three times as long, and no seed.
inline std::uint64_t hash64(std::string_view text, std::uint64_t seed) {
  constexpr std::uint64_t first = 0xA0761D6478BD642F;
  constexpr std::uint64_t second = 0xE7037ED1A0B428DB;
  const std::uint64_t key = seed ^ second;  // unknown to who writes the text, as `seed` is
  std::uint64_t hash = fold_product(seed ^ first, text.size() ^ second);
  char const* at = text.data();
  std::size_t left = text.size();
  for (; left > 16; at += 16, left -= 16) {
    hash =
        fold_product(load_word<std::uint64_t>(at) ^ key, load_word<std::uint64_t>(at + 8) ^ hash);
  }
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  if (left >= 8) {
    low = load_word<std::uint64_t>(at);
    high = load_word<std::uint64_t>(at + left - 8);
  } else if (left >= 4) {
    low = load_word<std::uint32_t>(at);
    high = load_word<std::uint32_t>(at + left - 4);
  } else if (left > 0) {
    low = load_word<std::uint8_t>(at) | load_word<std::uint8_t>(at + left / 2) << 8 |
          load_word<std::uint8_t>(at + left - 1) << 16;
  }
  return fold_product(fold_product(low ^ key, high ^ hash), first);
}

/// For containers of strings that strangers wrote: a hash under the key of the process.
struct SeededHasher {
  std::size_t operator()(std::string_view text) const {
    return static_cast<std::size_t>(hash64(text, process_hash_key()[0]));
  }
};

/// A number that a site's author cannot know, so that nobody can fill one place of a table.
inline std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace hrefkit::text
