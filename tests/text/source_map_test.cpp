#include "hrefkit/text/source_map.h"

#include <catch2/catch.hpp>

using hrefkit::text::SourceMap;

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
