#include "hrefkit/text/chunked_text.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::test {

TEST_CASE("a cleared buffer keeps little memory") {
  std::string small(1000, 'x');
  text::clear_buffer(small);
  CHECK(small.empty());
  CHECK(small.capacity() >= 1000);
  std::string large(text::max_spare_memory + 1, 'x');
  text::clear_buffer(large);
  CHECK(large.empty());
  CHECK(large.capacity() < 100);
}

}  // namespace hrefkit::test
