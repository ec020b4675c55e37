#include "hrefkit/text/ascii_search.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/exact_copy.h"

using hrefkit::text::find_ignoring_ascii_case;

namespace {

template <class L>
void check_found(std::string_view text, std::size_t at) {
  CHECK(find_ignoring_ascii_case<L>(text, "<script") == at);
  CHECK(find_ignoring_ascii_case<L>(text, "<script", at + 1) == std::string::npos);
}

}  // namespace

TEST_CASE("a word is found at each place of a text, in any case") {
  for (std::size_t size = 7; size < 300; ++size) {
    for (std::size_t at = 0; at + 7 <= size; ++at) {
      std::string text(size, '<');
      text.replace(at, 7, at % 2 == 0 ? "<ScRIpt" : "<script");
      const hrefkit::test::ExactCopy copy(text);
      check_found<hrefkit::text::PortableLanes>(copy.text(), at);
      check_found<hrefkit::text::Lanes>(copy.text(), at);
    }
  }
}

TEST_CASE("text that only looks like the word is not found") {
  CHECK(find_ignoring_ascii_case("", "abc") == std::string::npos);
  CHECK(find_ignoring_ascii_case("ab", "abc") == std::string::npos);
  std::string text(100, 'x');
  text.append("\x1Cscript <scrip <sxript <SCRIP\x14 ").append(100, 'y');
  CHECK(find_ignoring_ascii_case(text, "<script") == std::string::npos);
  const std::size_t size = text.size();
  text.append("<SCRIPT");
  CHECK(find_ignoring_ascii_case(text, "<script") == size);
}
