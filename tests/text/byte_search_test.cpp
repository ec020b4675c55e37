#include "hrefkit/text/byte_search.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit::text;

TEST_CASE("bytes are found where they stand first, by either search", "[byte_search]") {
  struct Case {
    std::string bytes;
    std::string wanted;
    std::size_t place;
  };
  constexpr std::size_t none = std::string::npos;
  const std::string far(100'000, 'W');
  const Case cases[] = {
      {"", "WARC/", none},
      {"", "", 0},
      {"abc", "", 0},
      {"WARC/1.0", "WARC/", 0},
      {"WARC", "WARC/", none},
      {"WWARC/WARC/", "WARC/", 1},
      {std::string("\0\0\x1f\x8b\x08", 5), "\x1f\x8b\x08", 2},
      {std::string("a\0b\0c", 5), std::string("\0c", 2), 3},
      {"\xff\xfe\xff\xff", "\xff\xff", 2},
      {far + "ARC/", "WARC/", far.size() - 1},
      {far + "ARC", "WARC/", none},
  };
  for (Case const& c : cases) {
    CAPTURE(c.bytes.size(), c.wanted);
    CHECK(find_bytes(c.bytes, c.wanted) == c.place);
    CHECK(find_bytes_portable(c.bytes, c.wanted) == c.place);
  }
}
