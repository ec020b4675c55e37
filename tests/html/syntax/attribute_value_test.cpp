#include "hrefkit/html/syntax/attribute_value.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "hrefkit/text/utf8.h"

using namespace hrefkit::html;
using hrefkit::text::decode_utf8;
using hrefkit::text::SourceMap;
using namespace std::string_view_literals;

namespace {

std::string attribute(std::string_view raw) {
  std::string value = "left over";
  decode_attribute_value(raw, value, nullptr);
  return value;
}

}  // namespace

TEST_CASE("attribute values are decoded as the tokenizer does") {
  struct Case {
    std::string_view raw;
    std::string_view value;
  };
  const Case cases[] = {
      {""sv, ""sv},
      {"plain", "plain"},
      {"?a=1&amp;b=2", "?a=1&b=2"},
      {"?a=1&b=2", "?a=1&b=2"},
      {"?a=1&copy=2&copy", "?a=1&copy=2\xC2\xA9"},
      {"?x=1&sect=2&section;", "?x=1&sect=2&section;"},
      {"&amp;amp;", "&amp;"},
      {"&amp&amp", "&&"},
      {"&&amp;&", "&&&"},
      {"a\r\nb\rc\nd", "a\nb\nc\nd"},
      {"\r\r\n\n\r", "\n\n\n\n"},
      {"a&#13;\nb", "a\r\nb"},
      {"a&#13;\r\nb", "a\r\nb"},
      {"a\0b"sv,
       "a\xEF\xBF\xBD"sv
       "b"},
      {"&amp\0"sv, "&\xEF\xBF\xBD"},
      {"&#0;", "\xEF\xBF\xBD"},
      {"&nvlt;", "<\xE2\x83\x92"},
      {"&#x1F600;", "\xF0\x9F\x98\x80"},
      {"\xC3\xA9&eacute;", "\xC3\xA9\xC3\xA9"},
      {"&#", "&#"},
      {"&#x;", "&#x;"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.raw);
    CHECK(attribute(c.raw) == c.value);
    if (c.raw != c.value) CHECK(needs_decoding(c.raw));
  }
}

TEST_CASE("the special bytes are seen at every distance from the start") {
  for (std::size_t size = 0; size < 40; ++size) {
    std::string raw(size, 'x');
    CHECK_FALSE(needs_decoding(raw));
    for (std::size_t i = 0; i < size; ++i) {
      for (char c : {'&', '\r', '\0'}) {
        raw[i] = c;
        CHECK(needs_decoding(raw));
      }
      for (char c :
           {'\x01', '\x7F', '\x80', '\xFF', '%', '\'', '\n', '\f', '\x0E', '\xA6', '\x8D'}) {
        raw[i] = c;
        CHECK_FALSE(needs_decoding(raw));
      }
      raw[i] = 'x';
    }
  }
}

TEST_CASE("text takes a name without semicolon anywhere, raw text takes no references") {
  std::string value;
  decode_text("&copy=1 \r\n&lt;\0"sv, value, nullptr);
  CHECK(value == "\xC2\xA9=1 \n<\xEF\xBF\xBD");
  decode_raw_text("&copy=1 \r\n&lt;\0"sv, value, nullptr);
  CHECK(value == "&copy=1 \n&lt;\xEF\xBF\xBD");
}

TEST_CASE("the map leads from the value to the source, a reference being one character") {
  std::string value;
  SourceMap map = SourceMap::starting_at(99);  // left over, to be replaced
  const std::string_view raw = "a&amp;b\r\nc&nvlt;d\0e"sv;
  decode_attribute_value(raw, value, &map);
  REQUIRE(value ==
          "a&b\nc<\xE2\x83\x92"
          "d\xEF\xBF\xBD"
          "e");
  const std::uint32_t expected[] = {0, 1, 6, 7, 9, 10, 10, 10, 10, 16, 17, 17, 17, 18, 19};
  REQUIRE(value.size() + 1 == std::size(expected));
  for (std::uint32_t offset = 0; offset <= value.size(); ++offset) {
    CAPTURE(offset);
    CHECK(map.to_source(offset) == expected[offset]);
  }
}

TEST_CASE("the map of a value without special bytes is the identity") {
  std::string value;
  SourceMap map;
  decode_attribute_value("/a/b?c=d#\xC3\xA9", value, &map);
  CHECK(map.is_identity());
}

TEST_CASE("decoding the source of a part of the value gives that part") {
  std::mt19937 random(2);
  const std::string_view pieces[] = {"a",  "&amp;", "&", "\r\n", "\r", "&#65;",  ";",
                                     "\n", "&lt",   "=", "&#",   "x",  "&notin;"};
  for (int round = 0; round < 2000; ++round) {
    std::string raw;
    for (auto i = random() % 12; i > 0; --i) raw += pieces[random() % std::size(pieces)];
    std::string value;
    SourceMap map;
    decode_attribute_value(raw, value, &map);
    CAPTURE(raw, value);
    REQUIRE(map.to_source(static_cast<std::uint32_t>(value.size())) == raw.size());
    for (std::uint32_t i = 0; i < value.size();) {
      const auto next = i + static_cast<std::uint32_t>(decode_utf8(value, i).length);
      const std::uint32_t begin = map.to_source(i);
      const std::uint32_t end = map.to_source(next);
      REQUIRE(begin < end);
      CHECK(attribute(std::string_view(raw).substr(begin, end - begin)) ==
            value.substr(i, next - i));
      i = next;
    }
  }
}
