#include "hrefkit/text/line_index.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <type_traits>

using hrefkit::text::LineCursor;

namespace {

/// The answer by the definition: count line ends and code points from the start.
hrefkit::text::LineColumn by_definition(std::string_view text, std::size_t offset) {
  hrefkit::text::LineColumn place;
  for (std::size_t i = 0; i < offset; ++i) {
    const bool cr_ends = text[i] == '\r' && !(i + 1 < text.size() && text[i + 1] == '\n');
    if (text[i] == '\n' || cr_ends) {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++place.column;
    }
  }
  return place;
}

}  // namespace

TEST_CASE("line and column agree with their definition in any order of questions") {
  for (std::string_view text : {"", "a", "\n", "a\nb", "a\r\nb\rc\n\nd", "\xC3\xA9x\n\xE2\x82\xACy",
                                "\r\r\n\n\r", "one line only"}) {
    for (std::size_t first = 0; first <= text.size(); ++first) {
      for (std::size_t second = 0; second <= text.size(); ++second) {
        LineCursor cursor(text);
        for (std::size_t offset : {first, second}) {
          CAPTURE(text, first, second, offset);
          const auto expected = by_definition(text, offset);
          const auto actual = cursor.at(offset);
          CHECK(actual.line == expected.line);
          CHECK(actual.column == expected.column);
        }
      }
    }
  }
}

TEST_CASE("the same in texts longer than a vector") {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    const std::size_t size = random() % 200;
    while (text.size() < size) {
      constexpr std::string_view pieces[] = {
          "\n", "\r\n", "\r", "\xC3\xA9", "abc", "0123456789abcdef", " "};
      text += pieces[random() % std::size(pieces)];
    }
    LineCursor cursor(text);
    for (int question = 0; question < 20; ++question) {
      const std::size_t offset = random() % (text.size() + 1);
      const auto expected = by_definition(text, offset);
      const auto actual = cursor.at(offset);
      CAPTURE(text, offset);
      CHECK(actual.line == expected.line);
      CHECK(actual.column == expected.column);
    }
  }
}

TEST_CASE("past the end is the end, and the cursor goes on from there") {
  const std::string_view text = "a\n\xC3\xA4";
  LineCursor cursor(text);
  for (const std::size_t offset : {4UL, 5UL, 1000UL, ~0UL}) {
    CHECK(cursor.at(offset).line == 2);
    CHECK(cursor.at(offset).column == 2);
  }
  CHECK(cursor.at(0).line == 1);
  CHECK(LineCursor({}).at(7).column == 1);
}

static_assert(!std::is_constructible_v<LineCursor, std::string>, "a view of a temporary");
static_assert(std::is_constructible_v<LineCursor, std::string const&>);
