#include "hrefkit/site/sources/source_text.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

std::string place_in(std::string const& text, std::size_t offset) {
  const text::LineColumn place = LineBegins(text).at(text, offset);
  return std::to_string(place.line) + ':' + std::to_string(place.column);
}

}  // namespace

TEST_CASE("LineBegins: lines end at LF, CR LF and CR; columns are code points", "[sources]") {
  CHECK(place_in("a\nb", 2) == "2:1");
  CHECK(place_in("a\r\nb", 3) == "2:1");
  CHECK(place_in("a\rb", 2) == "2:1");
  CHECK(place_in("\xC3\xA9 b", 3) == "1:3");
  CHECK(place_in("", 0) == "1:1");
  CHECK(place_in("a\n", 2) == "2:1");
}

TEST_CASE("LineBegins: a byte order mark is no column", "[sources]") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(place_in(mark + "[a](b)", 3 + 4) == "1:5");
  CHECK(place_in(mark + "a\n[a](b)", 3 + 2 + 4) == "2:5");
  CHECK(place_in(mark, 0) == "1:1");
}

}  // namespace hrefkit::site
