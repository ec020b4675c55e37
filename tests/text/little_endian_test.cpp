#include "hrefkit/text/little_endian.h"

#include <catch2/catch.hpp>

using namespace hrefkit::text;
using namespace std::string_view_literals;

TEST_CASE("words are read and written with the lowest byte first") {
  CHECK(load_little_endian<std::uint64_t>("\x01\x02\x03\x04\x05\x06\x07\x88") ==
        0x8807060504030201);
  CHECK(load_little_endian<std::uint32_t>("\x01\x02\x03\x84") == 0x84030201);
  CHECK(load_little_endian<std::uint16_t>("\x01\x82") == 0x8201);
  char bytes[8];
  store_little_endian(bytes, std::uint64_t{0x8807060504030201});
  CHECK(std::string_view(bytes, 8) == "\x01\x02\x03\x04\x05\x06\x07\x88");
}

TEST_CASE("the lowest byte comes first, and four count") {
  CHECK(little_endian("") == 0);
  CHECK(little_endian("\x50"sv) == 0x50);
  CHECK(little_endian("\x34\x12"sv) == 0x1234);
  CHECK(little_endian("\x01\x00\x00\xFE"sv) == 0xFE000001);
  CHECK(little_endian("\x01\x02\x03\x04\x05"sv) == 0x04030201);
}
