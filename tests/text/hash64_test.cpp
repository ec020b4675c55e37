#include "hrefkit/text/hash64.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

namespace hrefkit::text {

TEST_CASE("texts of any length have hashes of their own, under each seed") {
  std::set<std::uint64_t> hashes;
  std::size_t count = 0;
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    for (std::size_t length = 0; length <= 70; ++length) {
      for (std::size_t changed = 0; changed <= length; ++changed) {
        std::string text(length, 'a');
        if (changed < length) text[changed] = 'b';
        hashes.insert(hash64(text, seed));
        ++count;
      }
    }
  }
  CHECK(hashes.size() == count);
}

TEST_CASE("hashes differ in their first and in their last bits") {
  std::set<std::uint64_t> first;
  std::set<std::uint64_t> last;
  constexpr std::size_t count = 20'000;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t hash = hash64("section-" + std::to_string(i), 7);
    first.insert(hash >> 44);
    last.insert(hash & 0xFFFFF);
  }
  // Of 20,000 numbers below 2^20, about 190 are equal to another by chance.
  CHECK(first.size() > count - 300);
  CHECK(last.size() > count - 300);
}

TEST_CASE("nobody can choose bytes that cancel the seed") {
  // The bytes of the constants in the function, and of zero.
  for (std::string const& bytes :
       {std::string("\xDB\x28\xB4\xA0\xD1\x7E\x03\xE7"),
        std::string("\x2F\x64\xBD\x78\x64\x1D\x76\xA0"), std::string(8, '\0')}) {
    std::set<std::uint64_t> hashes;
    for (int i = 0; i < 100; ++i) hashes.insert(hash64(bytes + std::to_string(i), 12345));
    CHECK(hashes.size() == 100);
  }
}

}  // namespace hrefkit::text
