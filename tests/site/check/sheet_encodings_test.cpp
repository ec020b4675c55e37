#include "hrefkit/site/check/page_file.h"

#include <catch2/catch.hpp>

using hrefkit::text::Encoding;

namespace hrefkit::site {

TEST_CASE("sheets are read in the encoding of what refers to them") {
  SheetEncodings sheets;
  for (const std::uint32_t sheet : {7U, 3U, 5U, 9U}) sheets.wait(sheet);
  sheets.refer(3, Encoding::shift_jis);
  sheets.refer(3, Encoding::windows_1252);  // the first counts
  sheets.refer(4, Encoding::windows_1252);  // tells its own encoding
  CHECK(sheets.find(3) == std::nullopt);
  CHECK(sheets.begin_round() == std::vector<std::uint32_t>{3});
  CHECK(sheets.find(3) == Encoding::shift_jis);
  sheets.refer(5, Encoding::shift_jis);  // by sheet 3
  CHECK(sheets.begin_round() == std::vector<std::uint32_t>{5});
  CHECK(sheets.find(5) == Encoding::shift_jis);
  CHECK(sheets.begin_round() == std::vector<std::uint32_t>{7, 9});
  CHECK(sheets.find(9) == Encoding::utf_8);
  CHECK(sheets.begin_round().empty());
  CHECK(sheets.find(4) == std::nullopt);
}

}  // namespace hrefkit::site
