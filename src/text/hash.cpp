#include "hrefkit/text/hash.h"

#include <bit>
#include <random>

namespace hrefkit::text {

namespace {

/// The state of SipHash: four words.
struct SipState {
  std::uint64_t v0;
  std::uint64_t v1;
  std::uint64_t v2;
  std::uint64_t v3;

  explicit SipState(Hash128 const& key)
      : v0(key[0] ^ 0x736f6d6570736575U),
        v1(key[1] ^ 0x646f72616e646f6dU ^ 0xEEU),
        v2(key[0] ^ 0x6c7967656e657261U),
        v3(key[1] ^ 0x7465646279746573U) {}

  void round() {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }

  void add(std::uint64_t word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
  }

  std::uint64_t finish() {
    for (int i = 0; i < 4; ++i) round();
    return v0 ^ v1 ^ v2 ^ v3;
  }
};

/// Up to eight bytes as a number, the first one lowest.
std::uint64_t word_of(std::string_view bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return word;
}

}  // namespace

Hash128 hash128(std::string_view bytes, Hash128 const& key) {
  SipState state(key);
  std::size_t done = 0;
  for (; bytes.size() - done >= 8; done += 8) state.add(word_of(bytes.substr(done, 8)));
  state.add(word_of(bytes.substr(done)) | std::uint64_t{bytes.size()} << 56);
  state.v2 ^= 0xEE;
  Hash128 hash{};
  hash[0] = state.finish();
  state.v1 ^= 0xDD;
  hash[1] = state.finish();
  return hash;
}

Hash128 const& process_hash_key() {
  static const Hash128 key = [] {
    Hash128 words{};
    for (std::uint64_t& word : words) word = random_seed();
    return words;
  }();
  return key;
}

std::uint64_t random_seed() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

}  // namespace hrefkit::text
