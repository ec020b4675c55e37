#include "hrefkit/url/html5/parser.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::html5 {

TEST_CASE("the exceptions to RFC 3986's grammar") {
  // seeds/001 2.6.2
  for (std::string_view yes : {"a b",
                               "\x01",
                               "\x7F",
                               "\u00E4",
                               "\"<>\\^`{|}",
                               "[",
                               "]",
                               "a]b[c",
                               "%",
                               "%z",
                               "a%",
                               "?%",
                               "#%",
                               "#a#b##",
                               "//u[s]e r%@h",
                               "//a\\b",
                               "//[",
                               "//]:80",
                               "//[v1.\u00E4 ]",
                               "//[v1.]]",
                               "x:[a]:b",
                               "?[]",
                               "\xFF"}) {
    CAPTURE(yes);
    CHECK(parse(yes));
  }
  for (std::string_view no :
       {"1http:x", ":x", "a b:c", "\u00E4:", "http://h:port/", "//h%", "//h%z",
        "//h:80:", "//a@b@c", "//[::1]x:", "//[::g]", "//[v1.%41:]", "//[v1.:]x:y"}) {
    CAPTURE(no);
    CHECK_FALSE(parse(no));
  }
}

TEST_CASE("space characters around a URL do not count") {
  CHECK(parse(" \t\n\f\rx:y \t\n\f\r")->path == "y");
  CHECK(parse("\x0Bx:y") == std::nullopt);  // not an HTML space character, so no scheme
  CHECK(parse("x:\u00A0")->path == "\u00A0");
}

TEST_CASE("an IP literal is preferred to a reg-name and ends at the last bracket") {
  // seeds/004 appendix B's example.
  const auto url = parse("x://[v42.3]:2323]:2323:2323]:2323");
  REQUIRE(url);
  CHECK(url->host == "[v42.3]:2323]:2323:2323]");
  CHECK(url->host_form == rfc3986::HostForm::ip_literal);
  CHECK(url->port == "2323");
  CHECK(parse("//[1]")->host_form == rfc3986::HostForm::reg_name);
  CHECK(parse("//[1]")->host == "[1]");
}

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

TEST_CASE("host-specific") {
  const auto specific = [](std::string_view url) { return host_specific(url, *parse(url)); };
  CHECK(specific(" http://u@h:1/a?b#c ") == "/a?b#c");
  CHECK(specific("http://h") == "");
  CHECK(specific("mailto:x#y") == "mailto:x#y");
  CHECK(specific("//h?q") == "?q");
}

}  // namespace hrefkit::url::html5
