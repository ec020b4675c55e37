#include "hrefkit/text/ascii.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

using namespace hrefkit::text;

TEST_CASE("a number is digits alone, as many as fit") {
  CHECK(parse_decimal<unsigned>("0") == 0U);
  CHECK(parse_decimal<unsigned>("0042") == 42U);
  CHECK(parse_decimal<std::uint64_t>("18446744073709551615") == UINT64_MAX);
  CHECK_FALSE(parse_decimal<std::uint64_t>("18446744073709551616"));
  for (char const* text : {"", " 1", "1 ", "+1", "-1", "1.", "0x1", "1a"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_decimal<unsigned>(text));
  }
}

TEST_CASE("a signed number may be negative") {
  CHECK(parse_decimal<int>("-7") == -7);
  CHECK_FALSE(parse_decimal<int>("+7"));
  CHECK_FALSE(parse_decimal<int>("-"));
}

TEST_CASE("a number may have decimals") {
  CHECK(parse_decimal_fraction("0") == 0.0);
  CHECK(parse_decimal_fraction("20") == 20.0);
  CHECK(parse_decimal_fraction("0.5") == 0.5);
  CHECK(parse_decimal_fraction("00.10") == 0.1);
  CHECK(parse_decimal_fraction("12345.678") == 12345.678);
  CHECK(parse_decimal_fraction("0." + std::string(400, '3')) == 0.333333333333333);
  CHECK(parse_decimal_fraction(std::string(400, '9')) > 1e300);
  for (char const* text :
       {"", ".", ".5", "5.", "1.2.3", "-1", "+1", "1e3", "0x1", "inf", "nan", " 1", "1 ", "1,5"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_decimal_fraction(text));
  }
}
