#include "hrefkit/text/utf8.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace hrefkit::text;

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

TEST_CASE("a pair of surrogates stands for one code point") {
  for (const char32_t code_point : {0x10000U, 0x103FFU, 0x10400U, 0x1F600U, 0x10FFFFU}) {
    const auto units = units_of(code_point);
    REQUIRE(units.size() == 2);
    CHECK(is_high_surrogate(units[0]));
    CHECK(is_low_surrogate(units[1]));
    CHECK(code_point_of(units[0], units[1]) == code_point);
  }
}

TEST_CASE("surrogates are U+D800 to U+DFFF, and low ones begin at U+DC00") {
  CHECK_FALSE(is_surrogate(0xD7FF));
  CHECK_FALSE(is_surrogate(0xE000));
  for (const char32_t unit : {0xD800U, 0xDBFFU, 0xDC00U, 0xDFFFU}) {
    CHECK(is_surrogate(unit));
    CHECK(is_low_surrogate(unit) == (unit >= 0xDC00));
    CHECK(is_high_surrogate(unit) != is_low_surrogate(unit));
  }
}
