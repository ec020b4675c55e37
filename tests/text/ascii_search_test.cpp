#include "hrefkit/text/ascii_search.h"

#include <catch2/catch.hpp>
#include <string>

using hrefkit::text::find_ignoring_ascii_case;
using hrefkit::text::find_ignoring_ascii_case_portable;

TEST_CASE("a word is found at each place of a text, in any case") {
  for (std::size_t size = 7; size < 300; ++size) {
    for (std::size_t at = 0; at + 7 <= size; ++at) {
      std::string text(size, '<');
      text.replace(at, 7, at % 2 == 0 ? "<ScRIpt" : "<script");
      CHECK(find_ignoring_ascii_case(text, "<script") == at);
      CHECK(find_ignoring_ascii_case(text, "<script", at + 1) == std::string::npos);
      CHECK(find_ignoring_ascii_case_portable(text, "<script") == at);
    }
  }
}

TEST_CASE("text that only looks like the word is not found") {
  CHECK(find_ignoring_ascii_case("", "abc") == std::string::npos);
  CHECK(find_ignoring_ascii_case("ab", "abc") == std::string::npos);
  std::string text(100, 'x');
  text.append("\x1Cscript <scrip").append(100, 'y');
  CHECK(find_ignoring_ascii_case(text, "<script") == std::string::npos);
  const std::size_t size = text.size();
  text.append("<SCRIPT");
  CHECK(find_ignoring_ascii_case(text, "<script") == size);
}
