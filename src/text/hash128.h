// A hash of 128 bits that stands for a string where many are to be told apart.
//
// SipHash-2-4 with an output of 128 bits (Aumasson and Bernstein, "SipHash: a fast short-input
// PRF"). Without the key nobody can make two strings of one hash, and by chance two of a billion
// strings share one with a probability below 2 to the power of -68.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::text {

using Hash128 = std::array<std::uint64_t, 2>;

/// The hash of `bytes` under `key`.
Hash128 hash128(std::string_view bytes, Hash128 const& key);

/// A key that is chosen at random once a process.
Hash128 const& process_hash_key();

/// For containers: a hash is as good as any other number.
struct Hash128Hasher {
  std::size_t operator()(Hash128 const& hash) const { return static_cast<std::size_t>(hash[0]); }
};

}  // namespace hrefkit::text
