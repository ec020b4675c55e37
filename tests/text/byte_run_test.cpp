#include "hrefkit/text/byte_set.h"

#include <catch2/catch.hpp>

using namespace hrefkit::text;

TEST_CASE("a run ends at the first byte of another kind") {
  CHECK(run_length("12a3", ascii_digit) == 2);
  CHECK(run_length("a", ascii_digit) == 0);
  CHECK(run_length("", ascii_digit) == 0);
}

TEST_CASE("a text may be one run") {
  CHECK(is_made_of("123", ascii_digit));
  CHECK(is_made_of("", ascii_digit));
  CHECK_FALSE(is_made_of("12 ", ascii_digit));
}

TEST_CASE("a run is cut off the front") {
  std::string_view text = "12a3";
  skip(text, ascii_digit);
  CHECK(text == "a3");
  skip(text, ascii_digit);
  CHECK(text == "a3");
  skip(text, ascii_alphanumeric);
  CHECK(text.empty());
}

TEST_CASE("a text is cut before the first byte of a set") {
  CHECK(length_until("a\xFF:", ByteSet(":/")) == 2);
  CHECK(length_until("", ByteSet(":")) == 0);
  std::string_view text = "ab:c";
  CHECK(read_until(text, ByteSet(":")) == "ab");
  CHECK(text == ":c");
  CHECK(read_until(text, ByteSet(":")).empty());
  CHECK(read_until(text, ByteSet("?")) == ":c");
  CHECK(text.empty());
}
