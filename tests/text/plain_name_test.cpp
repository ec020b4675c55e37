#include "hrefkit/text/plain_name.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>

namespace hrefkit::test {

TEST_CASE("a plain name ends at white space, a mark of a tag or a byte outside of ASCII") {
  for (int byte = 0; byte < 256; ++byte) {
    const bool ends = byte <= ' ' || byte == '<' || byte == '=' || byte == '>' || byte >= 0x80;
    for (std::size_t place = 0; place <= text::plain_name_window; ++place) {
      std::string text(text::plain_name_window + 1, 'x');
      text[place] = static_cast<char>(byte);
      const std::size_t expected = ends ? place : text::plain_name_window;
      if (text::plain_name_length(text.data()) != expected) FAIL(byte << " at " << place);
    }
  }
}

}  // namespace hrefkit::test
