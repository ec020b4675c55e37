#include "hrefkit/text/ascii.h"

#include <catch2/catch.hpp>
#include <cstdint>

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
