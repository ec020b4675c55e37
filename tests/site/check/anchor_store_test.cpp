#include "hrefkit/site/check/anchor_store.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

namespace hrefkit::site {

TEST_CASE("a store holds the ids of each page, and nothing else") {
  // Keys are hashes with a random seed: of 10,000 ids two keys of a page would be equal in one run
  // of 150.
  constexpr std::uint32_t ids = 1'000;
  const AnchorHash hash;
  AnchorStore store;
  for (const std::uint32_t page : {4U, 0U, 6U}) {
    std::vector<AnchorKey> keys;
    for (std::uint32_t i = page; i < ids; i += 14) keys.push_back(hash(page, std::to_string(i)));
    std::sort(keys.begin(), keys.end());
    store.add(page, keys);
  }
  for (std::uint32_t i = 0; i < ids; ++i) {
    for (std::uint32_t page = 0; page < 9; ++page) {
      const bool is_there = i % 14 == page && (page == 0 || page == 4 || page == 6);
      if (store.contains(hash(page, std::to_string(i))) != is_there) FAIL(page << " " << i);
    }
  }
}

TEST_CASE("runs of all sizes stand in blocks, and longer ones in their own") {
  std::mt19937 engine(3);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  AnchorStore store;
  std::unordered_set<AnchorKey> all;
  for (std::uint32_t page = 0; page < 400; ++page) {
    const std::size_t size = page == 50 || page == 51 ? 300'000 : random() % (page % 9 * 400 + 1);
    std::vector<AnchorKey> keys;
    for (std::size_t i = 0; i < size; ++i) keys.push_back(anchor_key(page, random()));
    std::sort(keys.begin(), keys.end());
    store.add(page, keys);
    all.insert(keys.begin(), keys.end());
    store.expect(page);
    store.expect_soon(page + 1);
  }
  std::size_t missed = 0;
  for (const AnchorKey key : all) missed += !store.contains(key);
  CHECK(missed == 0);
  std::size_t found = 0;
  for (std::size_t i = 0; i < 100'000; ++i) {
    const AnchorKey key = anchor_key(random() % 500, random());
    found += store.contains(key) != all.contains(key);
  }
  CHECK(found == 0);
}

TEST_CASE("a use is there as it is written or decoded") {
  AnchorStore store;
  const std::vector<AnchorKey> keys{anchor_key(1, 5)};
  store.add(1, keys);
  CHECK(store.has({.id = 5, .decoded = 6, .to = 1}));
  CHECK(store.has({.id = 6, .decoded = 5, .to = 1}));
  CHECK(!store.has({.id = 6, .decoded = 7, .to = 1}));
  CHECK(!store.has({.id = 5, .decoded = 5, .to = 0}));
  CHECK(!store.has({.id = 5, .decoded = 5, .to = 2}));
}

}  // namespace hrefkit::site
