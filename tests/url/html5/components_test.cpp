#include "hrefkit/url/html5/draft.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::html5 {

namespace {

auto parse(std::string_view url) {
  return Draft::of(Standard::html5).parse(url);
}

}  // namespace

TEST_CASE("hostport") {
  struct Case {
    std::string_view url;
    std::string_view expected;
  };
  const Case cases[] = {
      {"http://h/", "h"},      {"http://h:80/", "h"},    {"HTTP://h:80/", "h"},
      {"http://h:0080/", "h"}, {"http://h:81/", "h:81"}, {"https://h:80/", "h:80"},
      {"https://h:443/", "h"}, {"ftp://u:p@h:21/", "h"}, {"ftp://u:p@h:22/", "h:22"},
      {"x://h:80/", "h:80"},   {"http://h:/", "h:"},     {"http://[::1]:81", "[::1]:81"},
      {"//h:81/", "h"},  // no scheme
      {"gopher://h:70", "h"},  {"ws://h:80", "h"},       {"wss://h:443", "h"},
      {"file://h:1", "h:1"},   {"http:///", ""},
  };
  for (Case const& c : cases) {
    CAPTURE(c.url);
    CHECK(hostport(*parse(c.url)) == c.expected);
  }
  CHECK_FALSE(hostport(*parse("mailto:x")));
}

}  // namespace hrefkit::url::html5
