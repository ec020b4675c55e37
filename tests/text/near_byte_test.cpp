#include "hrefkit/text/near_byte.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hrefkit::text;

TEST_CASE("a byte is found wherever it stands, and the end of the text without it") {
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<char> bytes(size, '.');  // on the heap: a read past its end is seen
    for (std::size_t place = 0; place <= size; ++place) {
      if (place < size) bytes[place] = '<';
      for (std::size_t at = 0; at <= size; ++at) {
        const std::size_t found = find_near({bytes.data(), size}, '<', at);
        if (found != (at <= place ? place : size)) FAIL(size << ' ' << place << ' ' << at);
      }
      if (place < size) bytes[place] = '.';
    }
  }
}

TEST_CASE("the first of several bytes is found") {
  const std::string text(40, '>');
  for (std::size_t at = 0; at < text.size(); ++at) CHECK(find_near(text, '>', at) == at);
}
