#include "hrefkit/cli/archive/part_reader.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/warc_builder.h"

namespace hrefkit::test {

TEST_CASE("the pieces of rows do not show in the members") {
  std::string rows;
  for (int i = 0; i < 400'000; ++i) rows += std::to_string(i) + "\n";
  std::string whole;
  cli::PackedRows packed;
  packed.add(rows, whole);
  packed.end(whole);
  CHECK(gunzip(whole) == rows);
  for (const std::size_t piece : {1000UL, 99'999UL, 1'048'576UL}) {
    std::string again;
    packed.add("left over", again);
    packed.restart();
    for (std::size_t at = 0; at < rows.size(); at += piece) {
      packed.add(std::string_view(rows).substr(at, piece), again);
    }
    packed.end(again);
    CHECK((again == whole));
  }
}

}  // namespace hrefkit::test
