#include "hrefkit/text/name_table.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "hrefkit/text/ascii.h"

using namespace hrefkit::text;

namespace {

constexpr std::array<std::string_view, 6> known_names{"a",          "href",       "xlink:href",
                                                      "formaction", "formmethod", "eight-by"};
constexpr NameTable<known_names, find_multiplier<known_names, 6>(), 6> known;

std::size_t place_of(std::string_view written) {
  return known.find(pack_name(written), written);
}

std::string in_capitals(std::string_view name) {
  std::string capitals(name);
  for (char& c : capitals) c = to_ascii_upper(c);
  return capitals;
}

}  // namespace

TEST_CASE("a name is packed up to its eighth byte, in both ways alike") {
  CHECK(pack_name("") == 0);
  CHECK(pack_name("ab") == 0x6261);
  CHECK(pack_name("abcdefghij") == 0x6867666564636261);
  const std::string text = "abcdefghijklmnop";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string_view name(text.data(), length);
    CHECK(pack_readable_name(name) == pack_name(name));
  }
}

TEST_CASE("a table gives the place of each of its names, in any ASCII case") {
  STATIC_REQUIRE(known.is_perfect());
  for (std::size_t i = 0; i < known_names.size(); ++i) {
    CHECK(place_of(known_names[i]) == i + 1);
    CHECK(place_of(in_capitals(known_names[i])) == i + 1);
  }
  CHECK(place_of("xLink:Href") == 3);
}

TEST_CASE("a table knows no other names, like them as they may be") {
  for (const std::string_view written :
       {"", "b", "hre", "hrefs", "formactio", "formactiom", "formaction2", "xlink:hreg",
        "H\x12"
        "EF",
        "xlink\x1Ahref", "eight\ry"}) {
    CAPTURE(std::string(written));
    CHECK(place_of(written) == 0);
  }
}
