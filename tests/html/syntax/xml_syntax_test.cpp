#include "hrefkit/html/syntax/xml_syntax.h"

#include <catch2/catch.hpp>

using hrefkit::html::xml_character;

TEST_CASE("XML has five entities of its own") {
  CHECK(xml_character("amp") == U'&');
  CHECK(xml_character("apos") == U'\'');
  CHECK(xml_character("gt") == U'>');
  CHECK(xml_character("lt") == U'<');
  CHECK(xml_character("quot") == U'"');
  CHECK_FALSE(xml_character("nbsp"));
  CHECK_FALSE(xml_character("AMP"));
  CHECK_FALSE(xml_character(""));
}

TEST_CASE("a character reference stands for a scalar value above 0") {
  CHECK(xml_character("#65") == U'A');
  CHECK(xml_character("#x1F600") == U'\U0001F600');
  CHECK(xml_character("#xe9") == U'\xE9');
  CHECK(xml_character("#x10FFFF") == char32_t{0x10FFFF});
  for (char const* name : {"#", "#x", "#0", "#x0", "#xD800", "#xDFFF", "#x110000", "#4294967361",
                           "#a", "#xg", "#-1", "#X41"}) {
    CAPTURE(name);
    CHECK_FALSE(xml_character(name));
  }
}
