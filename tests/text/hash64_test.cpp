#include "hrefkit/text/hash.h"

#include <catch2/catch.hpp>
#include <random>
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

TEST_CASE("hashes are the same on processors of any kind") {
  struct Row {
    std::size_t length;
    std::uint64_t hash;
  };
  for (Row const& row :
       {Row{0, 0xE1B51EE80E48FE49}, Row{1, 0x5C09B5C55B25BB61}, Row{3, 0x313C3F8DA7286648},
        Row{4, 0xC663E8F1BF0D8EFF}, Row{7, 0x937B066C86CC5624}, Row{8, 0x07ED2173175A2EED},
        Row{15, 0xAE608E63827E742D}, Row{16, 0xE721CD4C168C1BF6}, Row{17, 0x43364F53CD9A63D5},
        Row{40, 0x065296AE4EC1660C}}) {
    std::string text;
    for (std::size_t i = 0; i < row.length; ++i) text += static_cast<char>(200 + i * 7);
    CHECK(hash64(text, 0x0123456789ABCDEF) == row.hash);
  }
}

TEST_CASE("a product is the same in halves as in one piece") {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  CHECK(fold_product_of_halves(all, all) == all);  // 2^128 - 2^65 + 1
  CHECK(fold_product_of_halves(std::uint64_t{1} << 32, std::uint64_t{1} << 32) == 1);
  CHECK(fold_product_of_halves(0xFFFFFFFF, 0xFFFFFFFF) == 0xFFFFFFFE00000001);
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; ++i) {
    // Numbers of any length, and those in which each sum carries.
    const std::uint64_t a = random() >> random() % 64;
    const std::uint64_t b = i % 2 == 0 ? random() : ~(random() >> random() % 64);
    if (fold_product_of_halves(a, b) != fold_product(a, b)) FAIL(a << " times " << b);
  }
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
