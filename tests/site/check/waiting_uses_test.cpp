#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/check_state.h"

namespace hrefkit::site {

namespace {

constexpr std::uint32_t ids_of_page = 8;

/// Ids 2, 4, ... of a page.
void add_page(AnchorStore& anchors, std::uint32_t page) {
  std::vector<AnchorKey> keys;
  for (std::uint32_t i = 1; i <= ids_of_page; ++i) keys.push_back(anchor_key(page, 2 * i));
  anchors.add(page, keys);
}

}  // namespace

TEST_CASE("a use is forgotten only when its id is there, and once") {
  std::mt19937 engine(5);
  const auto random = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(engine() % below);
  };
  constexpr std::uint32_t pages = 20'000;
  AnchorStore anchors;
  WaitingUses waiting;
  std::vector<AnchorUse> all;
  for (std::uint32_t page = 0; page < pages; ++page) {
    add_page(anchors, page);
    if (random(4) == 0) waiting.doubled.insert(anchor_key(page, 2 * (1 + random(ids_of_page))));
    for (int i = 0; i < 8; ++i) {
      const std::uint32_t id = 1 + random(2 * ids_of_page);
      const std::uint32_t decoded = random(8) == 0 ? 1 + random(2 * ids_of_page) : id;
      all.push_back({.id = id, .decoded = decoded, .from = page, .to = random(pages)});
      waiting.uses.push_back(all.back());
    }
    waiting.forget_some(anchors);
  }
  std::size_t forgotten = 0;
  auto next = waiting.uses.begin();
  for (AnchorUse const& use : all) {
    const bool is_next = next != waiting.uses.end() && next->key() == use.key() &&
                         next->decoded == use.decoded && next->from == use.from;
    if (is_next) {
      ++next;
      continue;
    }
    ++forgotten;
    if (!anchors.contains(use.key())) FAIL("a use of an id that is missing is forgotten");
    if (waiting.asks_for_doubled(use)) FAIL("a use of an id that stands twice is forgotten");
  }
  CHECK(next == waiting.uses.end());
  CHECK(forgotten > all.size() / 8);
}

TEST_CASE("uses that are answered soon do not pile up") {
  AnchorStore anchors;
  WaitingUses waiting;
  std::size_t most = 0;
  constexpr std::uint32_t pages = 100'000;
  for (std::uint32_t page = 0; page < pages; ++page) {
    add_page(anchors, page);
    for (std::uint32_t ahead = 1; ahead <= 5; ++ahead) {
      waiting.uses.push_back(
          {.id = 2 * ahead, .decoded = 2 * ahead, .from = page, .to = page + ahead});
    }
    waiting.forget_some(anchors);
    most = std::max(most, waiting.uses.size());
  }
  CHECK(most < pages);
}

}  // namespace hrefkit::site
