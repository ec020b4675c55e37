#include "hrefkit/site/check/anchor_store.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

TEST_CASE("a set holds what was put in, and nothing else") {
  const AnchorHash hash;
  AnchorSet set;
  for (std::uint32_t i = 0; i < 10'000; i += 2) set.insert(hash(i % 7, std::to_string(i)));
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    CHECK(set.contains(hash(i % 7, std::to_string(i))) == (i % 2 == 0));
  }
  CHECK(!set.contains(hash(1, "0")));
}

TEST_CASE("a set with room for more holds what it held") {
  AnchorSet set;
  for (AnchorKey key = 1; key < 500; ++key) set.insert(key << 40);
  set.reserve(10'000);
  set.reserve(1);
  for (AnchorKey key = 500; key < 10'000; ++key) set.insert(key << 40);
  for (AnchorKey key = 1; key < 10'000; ++key) CHECK(set.contains(key << 40));
  CHECK(!set.contains(1));
}

TEST_CASE("a use is there as it is written or decoded") {
  AnchorSet set;
  set.insert(5);
  CHECK(set.has({.key = 5, .decoded = 6}));
  CHECK(set.has({.key = 6, .decoded = 5}));
  CHECK(!set.has({.key = 6, .decoded = 7}));
}

}  // namespace hrefkit::site
