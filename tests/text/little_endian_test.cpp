#include "hrefkit/text/little_endian.h"

#include <catch2/catch.hpp>

using namespace hrefkit::text;
using namespace std::string_view_literals;

TEST_CASE("the lowest byte comes first, and four count") {
  CHECK(little_endian("") == 0);
  CHECK(little_endian("\x50"sv) == 0x50);
  CHECK(little_endian("\x34\x12"sv) == 0x1234);
  CHECK(little_endian("\x01\x00\x00\xFE"sv) == 0xFE000001);
  CHECK(little_endian("\x01\x02\x03\x04\x05"sv) == 0x04030201);
}
