#include "hrefkit/text/source_map.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using hrefkit::text::SourceMap;
using hrefkit::text::Span;

TEST_CASE("a default map and a copied text are the identity") {
  SourceMap map;
  CHECK(map.is_identity());
  map.append_copied(10);
  CHECK(map.is_identity());
  CHECK(map.to_source(7) == 7);
}

TEST_CASE("a map that starts later shifts every offset") {
  const SourceMap map = SourceMap::starting_at(3);
  CHECK(map.to_source(0) == 3);
  CHECK(map.to_source(100) == 103);
}

TEST_CASE("characters of other lengths map to their start, the end to the end") {
  SourceMap map;               // text: a & b U+20AC c    source: a &amp; b [1 byte] c
  map.append_copied(1);        // a
  map.append_character(1, 5);  // &
  map.append_copied(1);        // b
  map.append_character(3, 1);  // U+20AC
  map.append_copied(1);        // c
  CHECK_FALSE(map.is_identity());
  const std::uint32_t expected[] = {0, 1, 6, 7, 7, 7, 8, 9};
  for (std::uint32_t offset = 0; offset < 8; ++offset) {
    CAPTURE(offset);
    CHECK(map.to_source(offset) == expected[offset]);
  }
}

TEST_CASE("source bytes that left nothing are stepped over") {
  SourceMap map;
  map.append_copied(2);
  map.append_skipped(3);
  map.append_character(3, 2);
  CHECK(map.to_source(1) == 1);
  CHECK(map.to_source(2) == 5);
  CHECK(map.to_source(5) == 7);
}

TEST_CASE("the source of a range leaves out what left nothing at its ends") {
  SourceMap map;  // text: a b c    source: [2] a [3] bb [1] c
  map.append_skipped(2);
  map.append_copied(1);
  map.append_skipped(3);
  map.append_character(1, 2);
  map.append_skipped(1);
  map.append_copied(1);
  CHECK(map.to_source(Span{0, 1}) == Span{2, 3});
  CHECK(map.to_source(Span{1, 2}) == Span{6, 8});
  CHECK(map.to_source(Span{0, 3}) == Span{2, 10});
  CHECK(map.to_source(Span{1, 1}) == Span{6, 6});
}

TEST_CASE("equal characters noted together or one by one are the same") {
  SourceMap together;
  together.append_characters(2, 1, 3);
  together.append_characters(1, 1, 0);
  together.append_characters(1, 1, 2);
  SourceMap one_by_one;
  for (int i = 0; i < 3; ++i) one_by_one.append_character(2, 1);
  for (int i = 0; i < 2; ++i) one_by_one.append_character(1, 1);
  for (std::uint32_t offset = 0; offset <= 8; ++offset) {
    CHECK(together.to_source(offset) == one_by_one.to_source(offset));
  }
  CHECK(together.to_source(5) == 2);
  CHECK(together.to_source(8) == 5);
}

TEST_CASE("any map agrees with a plain list of offsets") {
  std::mt19937 random(5);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  for (int round = 0; round < 200; ++round) {
    SourceMap map;
    std::vector<std::uint32_t> wanted;  // the source offset of each byte of text
    std::uint32_t source = 0;
    const auto add = [&](std::uint32_t text_bytes, std::uint32_t source_bytes,
                         std::uint32_t count) {
      for (std::uint32_t i = 0; i < count; ++i, source += source_bytes) {
        wanted.insert(wanted.end(), text_bytes, source);
      }
    };
    for (std::uint32_t i = below(300); i > 0; --i) {
      const std::uint32_t text_bytes = 1 + below(below(20) == 0 ? 40 : 4);
      const std::uint32_t source_bytes = below(below(20) == 0 ? 100'000 : 4);
      const std::uint32_t count = below(5);
      switch (below(4)) {
        case 0:
          map.append_copied(count);
          add(1, 1, count);
          break;
        case 1:
          map.append_skipped(source_bytes);
          source += source_bytes;
          break;
        case 2:
          map.append_character(text_bytes, source_bytes);
          add(text_bytes, source_bytes, 1);
          break;
        default:
          map.append_characters(text_bytes, source_bytes, count);
          add(text_bytes, source_bytes, count);
      }
    }
    bool agrees = true;
    for (std::uint32_t i = 0; i < wanted.size(); ++i) agrees &= map.to_source(i) == wanted[i];
    CHECK(agrees);
    CHECK(map.to_source(static_cast<std::uint32_t>(wanted.size())) == source);
    CHECK(map.to_source(static_cast<std::uint32_t>(wanted.size()) + 7) == source + 7);
  }
}

TEST_CASE("runs of millions of characters, and positions near 4 GiB") {
  SourceMap map;
  map.append_copied(2'000'000'000);
  map.append_characters(3, 2, 20'000'000);
  map.append_skipped(2'000'000'000);
  map.append_character(4, 1);
  CHECK(map.to_source(1'999'999'999) == 1'999'999'999);
  CHECK(map.to_source(2'000'000'003) == 2'000'000'002);
  CHECK(map.to_source(2'060'000'000) == 4'040'000'000);
  CHECK(map.to_source(2'060'000'004) == 4'040'000'001);
}
