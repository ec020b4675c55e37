#include "hrefkit/url/html5/web_address.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::web_address {

TEST_CASE("web-address: resolving") {
  struct Case {
    std::string_view address;
    std::string_view expected;
  };
  const Case cases[] = {
      // seeds/004 section 3's example.
      {"//example.com/a^b\u263Ac%FFd%z/?e", "http://example.com/a%5Eb%E2%98%BAc%FFd%z/?e"},
      {"a[b]c", "http://b/d/a%5Bb%5Dc"},
      {"x:[a]", "x:%5Ba%5D"},
      {"//h/[?[#[", "http://h/%5B?%5B#["},
      {"//[::1]:80/]", "http://[::1]:80/%5D"},
      {"x://[v1.a:b]", "x://[v1.a:b]"},
      {"//[::1]?[", "http://[::1]?%5B"},
      {"#a#b", "http://b/d/p?q#a#b"},
      {"//u%z\\@h", "http://u%z/@h"},
      {"//%41", "http://A"},
      {"//\u00FC", "http://xn--tda"},
      {"1x:y", "!no-grammar-match"},
      // Brackets count inside an authority only, and must then form an IP literal.
      {"//u[@h", "!no-grammar-match"},
      {"//[v1.a]b]", "!no-grammar-match"},
      {"//[v1.a b]", "!no-grammar-match"},
      {"//[v1.%41]", "!no-grammar-match"},
      {"//[1]", "!no-grammar-match"},
      {"//h]", "!no-grammar-match"},
      {"//%", "!invalid-domain"},
      {"//%zz", "!invalid-domain"},
      {"//%ff", "!invalid-host"},
      {"//a%2541", "!invalid-domain"},
  };
  const auto base = Base::parse("http://b/d/p?q");
  REQUIRE(base);
  for (Case const& c : cases) {
    CAPTURE(c.address);
    std::string out;
    const auto result = append_resolved(out, c.address, &*base, text::Encoding::utf_8);
    CHECK((result ? out : "!" + std::string(code(result.error()))) == c.expected);
  }
}

TEST_CASE("web-address: bases") {
  CHECK_FALSE(Base::parse("relative"));
  CHECK_FALSE(Base::parse("http://u[@h/"));
  CHECK(Base::parse("http://h/a b")->href() == "http://h/a%20b");
}

}  // namespace hrefkit::url::web_address
