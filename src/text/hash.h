// Hashes of strings from untrusted input: 64 bits for hash tables, 128 bits where the hash replaces
// the string.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/text/little_endian.h"

namespace hrefkit::text {

// A hash of 128 bits that replaces a string where many must be distinguished.
//
// SipHash-2-4 with an output of 128 bits (Aumasson and Bernstein, "SipHash: a fast short-input
// PRF"). Without the key nobody can make two strings of one hash, and of a billion strings two
// share one with a probability below 2 to the power of -68.

using Hash128 = std::array<std::uint64_t, 2>;

/// The hash of `bytes` under `key`.
Hash128 hash128(std::string_view bytes, Hash128 const& key);

/// A key that is chosen at random once a process.
Hash128 const& process_hash_key();

/// For containers: the low bits of such a hash are a good hash.
struct Hash128Hasher {
  std::size_t operator()(Hash128 const& hash) const { return static_cast<std::size_t>(hash[0]); }
};

/// Spreads the bits of `value` over the whole word.
constexpr std::uint64_t mix64(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93U;
  value ^= value >> 32;
  value *= 0xD6E8FEB86659FD93U;
  value ^= value >> 32;
  return value;
}

/// The two halves of the product of `a` and `b`, one over the other, by products of 32 bits: for
/// processors of 32 bits, whose compilers have no wider type.
constexpr std::uint64_t fold_product_of_halves(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a_low = static_cast<std::uint32_t>(a);
  const std::uint64_t b_low = static_cast<std::uint32_t>(b);
  const std::uint64_t low = a_low * b_low;
  const std::uint64_t first_middle = (a >> 32) * b_low + (low >> 32);
  const std::uint64_t second_middle = a_low * (b >> 32) + static_cast<std::uint32_t>(first_middle);
  const std::uint64_t high = (a >> 32) * (b >> 32) + (first_middle >> 32) + (second_middle >> 32);
  return (second_middle << 32 | static_cast<std::uint32_t>(low)) ^ high;
}

/// The same by the product of 64 bits, where there is one.
constexpr std::uint64_t fold_product(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
  return fold_product_of_halves(a, b);
#endif
}

/// FNV-1a over the bytes, with 64 bits: the same on every machine and in every version, for files.
/// It does not resist chosen input: an author can make two texts of one hash.
constexpr std::uint64_t fnv1a64(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3U;
  }
  return hash;
}

/// The hash of a string under a seed: 16 bytes a multiplication, as wyhash does. std::hash costs
/// three times as much, and takes no seed.
inline std::uint64_t hash64(std::string_view text, std::uint64_t seed) {
  constexpr std::uint64_t first = 0xA0761D6478BD642F;
  constexpr std::uint64_t second = 0xE7037ED1A0B428DB;
  const std::uint64_t key = seed ^ second;  // unknown to the author of the text, as `seed` is
  std::uint64_t hash = fold_product(seed ^ first, text.size() ^ second);
  char const* at = text.data();
  std::size_t left = text.size();
  for (; left > 16; at += 16, left -= 16) {
    hash = fold_product(load_little_endian<std::uint64_t>(at) ^ key,
                        load_little_endian<std::uint64_t>(at + 8) ^ hash);
  }
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  if (left >= 8) {
    low = load_little_endian<std::uint64_t>(at);
    high = load_little_endian<std::uint64_t>(at + left - 8);
  } else if (left >= 4) {
    low = load_little_endian<std::uint32_t>(at);
    high = load_little_endian<std::uint32_t>(at + left - 4);
  } else if (left > 0) {
    const auto byte = [at](std::size_t i) {
      return std::uint64_t{static_cast<unsigned char>(at[i])};
    };
    low = byte(0) | byte(left / 2) << 8 | byte(left - 1) << 16;
  }
  return fold_product(fold_product(low ^ key, high ^ hash), first);
}

/// For containers of strings from untrusted input: a hash under the key of the process.
struct SeededHasher {
  std::size_t operator()(std::string_view text) const {
    return static_cast<std::size_t>(hash64(text, process_hash_key()[0]));
  }
};

/// Random per-process seed, so that input cannot force hash collisions.
std::uint64_t random_seed();

}  // namespace hrefkit::text
