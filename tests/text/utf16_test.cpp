#include "hrefkit/text/utf16.h"

#include <catch2/catch.hpp>
#include <vector>

using hrefkit::text::for_each_utf16_unit;

namespace {

std::vector<char32_t> units_of(char32_t code_point) {
  std::vector<char32_t> units;
  for_each_utf16_unit(code_point, [&](char32_t unit) { units.push_back(unit); });
  return units;
}

}  // namespace

TEST_CASE("code points above U+FFFF are pairs of surrogates") {
  CHECK(units_of(U'a') == std::vector<char32_t>{U'a'});
  CHECK(units_of(0xFFFF) == std::vector<char32_t>{0xFFFF});
  CHECK(units_of(0x10000) == std::vector<char32_t>{0xD800, 0xDC00});
  CHECK(units_of(0x1F600) == std::vector<char32_t>{0xD83D, 0xDE00});
  CHECK(units_of(0x10FFFF) == std::vector<char32_t>{0xDBFF, 0xDFFF});
}
