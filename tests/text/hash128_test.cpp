#include "hrefkit/text/hash.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

using namespace hrefkit::text;

namespace {

/// The key of the authors' test vectors: the bytes 0 to 15.
constexpr Hash128 key{0x0706050403020100U, 0x0F0E0D0C0B0A0908U};

/// The bytes 0, 1, 2, ...
std::string counting(std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(bytes.size());
  return bytes;
}

}  // namespace

TEST_CASE("SipHash-2-4-128 gives the values of the authors' test vectors", "[hash128]") {
  CHECK(hash128(counting(0), key) == Hash128{0xe6a825ba047f81a3U, 0x930255c71472f66dU});
  CHECK(hash128(counting(1), key) == Hash128{0x44af996bd8c187daU, 0x45fc229b11597634U});
  CHECK(hash128(counting(63), key) == Hash128{0x4a83502f77d15051U, 0x7cbd3f979a063e50U});
}

TEST_CASE("strings of all lengths have different hashes, and one string always the same",
          "[hash128]") {
  std::set<Hash128> seen;
  for (std::size_t size = 0; size < 100; ++size) {
    const std::string bytes = counting(size);
    CHECK(seen.insert(hash128(bytes, process_hash_key())).second);
    CHECK(hash128(bytes, process_hash_key()) == hash128(bytes, process_hash_key()));
    CHECK(hash128(bytes, process_hash_key()) != hash128(bytes, key));
  }
}
