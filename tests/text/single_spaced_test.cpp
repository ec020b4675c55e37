// Covers: src/text/single_spaced.cpp src/text/sixteen_bytes.h
#include "hrefkit/text/single_spaced.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>

namespace hrefkit::test {

TEST_CASE("single spaced text is visible ASCII with no two spaces side by side") {
  for (std::size_t size = 4; size < 70; ++size) {
    const std::string visible(size, 'x');
    if (!text::is_single_spaced(visible)) FAIL("length " << size);
    for (std::size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string text = visible;
        text[place] = static_cast<char>(byte);
        const bool expected = byte >= ' ' && byte <= '~';
        if (text::is_single_spaced(text) != expected) FAIL(byte << " at " << place);
      }
      for (std::size_t other = place + 1; other < size; ++other) {
        std::string text = visible;
        text[place] = text[other] = ' ';
        const bool expected = other > place + 1;
        if (text::is_single_spaced(text) != expected) FAIL(place << " and " << other);
      }
    }
  }
}

}  // namespace hrefkit::test
