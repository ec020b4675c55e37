#include "hrefkit/url/display.h"

#include <catch2/catch.hpp>

#include "url/pieces.h"

namespace hrefkit::url {

TEST_CASE("visible characters of components are decoded for display") {
  const auto [component, shown] = GENERATE(table<std::string_view, std::string_view>({
      {"", ""},
      {"/a%20b", "/a%20b"},
      {"/caf%C3%A9%2Fx", "/caf\u00E9%2Fx"},
      {"%F0%9F%92%A9%E2%80%AE", "\U0001F4A9%E2%80%AE"},
      {"%C3", "%C3"},
      {"%C3%A9%C3", "\u00E9%C3"},
      {"%C2%A0%C2%AD%EF%BB%BF%E2%80%8B", "%C2%A0%C2%AD%EF%BB%BF%E2%80%8B"},
      {"%", "%"},
      {"%%C3%A9%zz", "%\u00E9%zz"},
      {"?x=%c3%a9", "?x=\u00E9"},
      {"%EF%BF%BD", "%EF%BF%BD"},
  }));
  INFO(component);
  CHECK(display_component(component) == shown);
}

TEST_CASE("a URL is shown with its host in its own script") {
  CHECK(display(*Url::parse("https://u:p@b\u00FCcher.example:81/\u00E9?\u00E9#\u00E9")) ==
        "https://u:p@b\u00FCcher.example:81/\u00E9?\u00E9#\u00E9");
  CHECK(display(*Url::parse("mailto:\u00E9@x")) == "mailto:\u00E9@x");
}

TEST_CASE("a shown URL parses to the same URL") {
  std::mt19937 random(48);
  for (int i = 0; i < 50'000; ++i) {
    const auto base = Url::parse(test::random_base(random));
    const auto url = Url::parse(test::random_pieces(random, 6), {.base = &*base});
    if (!url) continue;
    INFO(url->href());
    const auto again = Url::parse(display(*url));
    REQUIRE(again);
    CHECK(again->href() == url->href());
  }
}

}  // namespace hrefkit::url
