#include "hrefkit/url/whatwg_2012/url_utils.h"

#include <catch2/catch.hpp>

#include "hrefkit/url/whatwg_2012/parser.h"

namespace hrefkit::url::whatwg_2012 {

namespace {

Url parsed(std::string_view input) {
  auto url = parse(input, nullptr);
  REQUIRE(url);
  return *url;
}

std::string get(Url const& url, UrlAttribute attribute) {
  std::string value;
  append_attribute(value, url, attribute);
  return value;
}

struct GetterCase {
  UrlAttribute attribute;
  std::string_view value;
};

void check_getters(std::string_view input, std::initializer_list<GetterCase> cases) {
  const Url url = parsed(input);
  for (GetterCase const& c : cases) {
    CAPTURE(input, name(c.attribute));
    CHECK(get(url, c.attribute) == c.value);
  }
}

}  // namespace

TEST_CASE("URLUtils getters") {
  check_getters("http://u:p@H:81/a/b?q#f", {
                                               {UrlAttribute::href, "http://u:p@h:81/a/b?q#f"},
                                               {UrlAttribute::origin, "http://h:81"},
                                               {UrlAttribute::protocol, "http:"},
                                               {UrlAttribute::username, "u"},
                                               {UrlAttribute::password, "p"},
                                               {UrlAttribute::host, "h:81"},
                                               {UrlAttribute::hostname, "h"},
                                               {UrlAttribute::port, "81"},
                                               {UrlAttribute::pathname, "/a/b"},
                                               {UrlAttribute::search, "?q"},
                                               {UrlAttribute::hash, "#f"},
                                           });
}

TEST_CASE("URLUtils getters of empty and null components") {
  check_getters("http://:@h:80?#", {
                                       {UrlAttribute::href, "http://:@h/?#"},
                                       {UrlAttribute::password, ""},
                                       {UrlAttribute::port, ""},
                                       {UrlAttribute::host, "h"},
                                       {UrlAttribute::pathname, "/"},
                                       {UrlAttribute::search, ""},
                                       {UrlAttribute::hash, ""},
                                   });
  check_getters("mailto:x@y?q#f", {
                                      {UrlAttribute::origin, "null"},
                                      {UrlAttribute::hostname, ""},
                                      {UrlAttribute::pathname, "x@y"},
                                      {UrlAttribute::search, "?q"},
                                      {UrlAttribute::hash, "#f"},
                                  });
}

TEST_CASE("the origin is in Unicode") {
  CHECK(get(parsed("http://xn--tda.example:8080/"), UrlAttribute::origin) ==
        "http://\u00FC.example:8080");
  CHECK(get(parsed("https://h:443"), UrlAttribute::origin) == "https://h");
  CHECK(get(parsed("ftp://[::1]:22/"), UrlAttribute::origin) == "ftp://[::1]:22");
  CHECK(get(parsed("file:///x"), UrlAttribute::origin) == "null");
  CHECK(get(parsed("data:x"), UrlAttribute::origin) == "null");
}

TEST_CASE("URLUtils setters") {
  using A = UrlAttribute;
  struct Case {
    std::string_view url;
    UrlAttribute attribute;
    std::string_view value;
    std::string_view expected;
  };
  const Case cases[] = {
      {"http://h/", A::protocol, "HTTPS", "https://h/"},
      {"http://h/", A::protocol, "ftp:x", "ftp://h/"},
      {"http://h/", A::protocol, "1x", "http://h/"},
      {"http://h/", A::protocol, "", "http://h/"},
      {"http://h/", A::protocol, "a b", "http://h/"},
      {"mailto:x", A::protocol, "http", "http:x"},  // the relative flag stays unset
      {"http://h/", A::protocol, "mailto", "mailto://h/"},
      {"http://h/", A::username, "a:b/c@d\\e \u00E4%", "http://a%3Ab%2Fc%40d%5Ce%20%C3%A4%@h/"},
      {"http://u@h/", A::username, "", "http://h/"},
      {"mailto:x", A::username, "u", "mailto:x"},
      {"http://h/", A::password, "a:b/", "http://:a:b%2F@h/"},
      {"http://u:p@h/", A::password, "", "http://u@h/"},
      {"mailto:x", A::password, "u", "mailto:x"},
      {"http://h:81/", A::host, "X:82/y", "http://x:82/"},
      {"http://h:81/", A::host, "x", "http://x:81/"},
      {"http://h:81/", A::host, "x:", "http://x/"},
      {"http://h:81/", A::host, "x:80", "http://x/"},
      {"http://h:81/", A::host, "[::1]:5", "http://[::1]:5/"},
      {"http://h:81/", A::host, "[::1", "http://h:81/"},
      {"http://h:81/", A::host, "", "http://:81/"},
      {"mailto:x", A::host, "h", "mailto:x"},
      {"http://h:81/", A::hostname, "x:82", "http://x:81/"},
      {"http://h:81/", A::hostname, "x?y", "http://x:81/"},
      {"http://h:81/", A::hostname, "[1]", "http://h:81/"},
      {"http://h/", A::port, "0081x", "http://h:81/"},
      {"http://h:81/", A::port, "80", "http://h/"},
      {"http://h:81/", A::port, "", "http://h/"},
      {"http://h:81/", A::port, "x", "http://h/"},
      {"http://h/", A::port, "8\t2", "http://h:82/"},
      {"file:///x", A::port, "8", "file:///x"},
      {"mailto:x", A::port, "8", "mailto:x"},
      {"http://h/a?q", A::pathname, "x/../y?z#", "http://h/y%3Fz%23?q"},
      {"http://h/a", A::pathname, "\\x", "http://h/x"},
      {"http://h/a", A::pathname, "", "http://h/"},
      {"file:///a", A::pathname, "C|/x", "file:///C:/x"},
      {"mailto:x", A::pathname, "y", "mailto:x"},
      {"http://h/#f", A::search, "?a b#c?", "http://h/?a%20b%23c?#f"},
      {"http://h/", A::search, "??", "http://h/??"},
      {"http://h/?q", A::search, "?", "http://h/?"},
      {"http://h/?q", A::search, "", "http://h/"},
      {"mailto:x", A::search, "y", "mailto:x"},
      {"http://h/", A::hash, "#a b#\u00E4", "http://h/#a b#%C3%A4"},
      {"http://h/#f", A::hash, "#", "http://h/#"},
      {"http://h/#f", A::hash, "", "http://h/"},
      {"mailto:x", A::hash, "y", "mailto:x#y"},
      {"javascript:x", A::hash, "y", "javascript:x"},
  };
  for (Case const& c : cases) {
    Url url = parsed(c.url);
    set_attribute(url, c.attribute, c.value, text::Encoding::utf_8);
    CAPTURE(c.url, name(c.attribute), c.value);
    CHECK(get(url, UrlAttribute::href) == c.expected);
  }
}

TEST_CASE("the search setter takes the object's query encoding") {
  Url url = parsed("http://h/");
  set_attribute(url, UrlAttribute::search, "\u00E4\u3042", text::Encoding::windows_1252);
  CHECK(get(url, UrlAttribute::href) == "http://h/?%E4?");
}

TEST_CASE("a setter that stops early is not settable") {
  CHECK(is_settable(parsed("mailto:x"), UrlAttribute::protocol));
  CHECK_FALSE(is_settable(parsed("mailto:x"), UrlAttribute::pathname));
  CHECK_FALSE(is_settable(parsed("file:///x"), UrlAttribute::port));
  CHECK_FALSE(is_settable(parsed("javascript:x"), UrlAttribute::hash));
  CHECK_FALSE(is_settable(parsed("http://h/"), UrlAttribute::origin));
}

}  // namespace hrefkit::url::whatwg_2012
