#include "hrefkit/text/ascii.h"

#include <catch2/catch.hpp>

using namespace hrefkit::text;

TEST_CASE("a byte has two lower case hex digits") {
  std::string digits;
  for (const char byte : {'\x00', '\x7F', '\xAB', '\xFF'}) append_hex(digits, byte);
  CHECK(digits == "007fabff");
}

TEST_CASE("hex digits have the values of their places") {
  for (int value = 0; value < 16; ++value) {
    CHECK(hex_value(lower_hex_digits[static_cast<std::size_t>(value)]) == value);
    CHECK(hex_value(upper_hex_digits[static_cast<std::size_t>(value)]) == value);
  }
}
