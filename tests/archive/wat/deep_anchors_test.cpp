#include "hrefkit/archive/wat/deep_anchors.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "support/run_cost.h"

namespace hrefkit::archive {

TEST_CASE("the last anchor is closed first, at the place that it had") {
  const std::vector<std::size_t> places{0,      3,      6,         133,       134,          262,
                                        16'645, 16'646, 5'000'000, 5'000'128, 3'000'000'000};
  DeepAnchors anchors;
  anchors.start();
  CHECK_FALSE(anchors.close());
  for (int round = 0; round < 2; ++round) {
    for (std::size_t const place : places) anchors.add(place);
    for (std::size_t i = places.size(); i-- > 1;) CHECK(anchors.close() == places[i]);
    anchors.add(7);
    CHECK(anchors.close() == 7U);
    CHECK(anchors.close() == 0U);
    CHECK_FALSE(anchors.close());
  }
}

TEST_CASE("a new page has no open anchors") {
  DeepAnchors anchors;
  anchors.start();
  anchors.add(1'000);
  anchors.start();
  CHECK_FALSE(anchors.close());
  anchors.add(5);
  CHECK(anchors.close() == 5U);
}

TEST_CASE("open anchors take less memory than their tags") {
  if (!test::can_measure_cost()) return;
  constexpr std::size_t tag_size = 3;
  constexpr std::size_t page_size = std::size_t{48} << 20;
  const test::RunCost cost = test::cost_of([] {
    DeepAnchors anchors;
    anchors.start();
    for (std::size_t at = 0; at < page_size; at += tag_size) anchors.add(at);
    if (anchors.close() != (page_size - 1) / tag_size * tag_size) std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes < page_size / 2);
}

}  // namespace hrefkit::archive
