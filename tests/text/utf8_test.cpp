#include "hrefkit/text/utf8.h"

#include <catch2/catch.hpp>

using namespace hrefkit::text;

TEST_CASE("every scalar value survives encoding and decoding") {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string bytes;
    append_utf8(bytes, c);
    const Utf8Step step = decode_utf8(bytes, 0);
    if (step.code_point != c || step.length != bytes.size() || !step.valid)
      FAIL("U+" << std::hex << static_cast<unsigned>(c));
  }
}

TEST_CASE("ill-formed sequences end at the maximal subpart") {
  struct Row {
    std::string_view bytes;
    std::size_t length;
  };
  for (Row const& row : {Row{"\x80", 1}, Row{"\xC0\x80", 1}, Row{"\xE2\x82", 2},
                         Row{"\xE2\x82z", 2}, Row{"\xED\xA0\x80", 1}, Row{"\xF0\x9F\x92", 3},
                         Row{"\xF4\x90\x80\x80", 1}, Row{"\xFF", 1}, Row{"\xF0\x80\x80", 1}}) {
    const Utf8Step step = decode_utf8(row.bytes, 0);
    CAPTURE(row.bytes);
    CHECK_FALSE(step.valid);
    CHECK(step.code_point == replacement_character);
    CHECK(step.length == row.length);
    CHECK(find_invalid_utf8("0123456789\xC3\xA9" + std::string(row.bytes)) == 12);
  }
}

TEST_CASE("ASCII and code point counts") {
  CHECK(is_ascii(""));
  CHECK(is_ascii("twelve bytes"));
  CHECK_FALSE(is_ascii("0123456789\xC3\xA9"));
  CHECK(count_code_points("a\xC3\xA9\xF0\x9F\x92\xA9z") == 4);
  CHECK(find_invalid_utf8("\xC3\xA9\xF0\x9F\x92\xA9z") == 7);
}
