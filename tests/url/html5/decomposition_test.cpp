#include "hrefkit/url/html5/decomposition.h"

#include <array>
#include <catch2/catch.hpp>

namespace hrefkit::url::html5 {

namespace {

constexpr std::array attributes{
    UrlAttribute::protocol, UrlAttribute::host,   UrlAttribute::hostname, UrlAttribute::port,
    UrlAttribute::pathname, UrlAttribute::search, UrlAttribute::hash};

std::string get(std::string_view input, UrlAttribute attribute) {
  return Decomposition(input).get(attribute);
}

std::string set(std::string_view input, UrlAttribute attribute, std::string_view value) {
  return Decomposition(input).set(attribute, value);
}

}  // namespace

TEST_CASE("the drafts' table of search values") {
  CHECK(get("http://example.com/", UrlAttribute::search) == "");
  CHECK(get("http://example.com/?", UrlAttribute::search) == "?");
  CHECK(get("http://example.com/?test", UrlAttribute::search) == "?test");
  CHECK(get("http://example.com/?test#", UrlAttribute::search) == "?test");
}

TEST_CASE("the value of each attribute") {
  struct Case {
    std::string_view input;
    std::array<std::string_view, 7> values;  // in the order of `attributes`
  };
  const Case cases[] = {
      // The drafts' own two rows.
      {"http://example.com/carrot#question%3f",
       {"http:", "example.com", "example.com", "", "/carrot", "", "#question%3f"}},
      {"https://www.example.com:4443?",
       {"https:", "www.example.com:4443", "www.example.com", "4443", "/", "?", ""}},
      {"HTTP://u:p@H:80/a b?q\u00E4#f", {"HTTP:", "H", "H", "80", "/a b", "?q\u00E4", "#f"}},
      {" http://h:/ ", {"http:", "h:", "h", "", "/", "", ""}},
      {"http://[::1]:81/", {"http:", "[::1]:81", "[::1]", "81", "/", "", ""}},
      {"mailto:x?y#z", {"mailto:", "", "", "", "", "", "#z"}},
      {"x:/a?b", {"x:", "", "", "", "/a", "?b", ""}},
      {"x:/.//h?b", {"x:", "", "", "", "/.//h", "?b", ""}},
      {"http:x?y", {"http:", "", "", "", "", "", ""}},
      {"x:", {"x:", "", "", "", "", "", ""}},
      // Not absolute: relative, or an error.
      {"/a?b#c", {"", "", "", "", "", "", ""}},
      {"//h/a?b#c", {"", "", "", "", "", "", ""}},
      {"http://a_b/?c#d", {"", "", "", "", "", "", ""}},
      {"http://a:b:c/", {"", "", "", "", "", "", ""}},
      {"", {"", "", "", "", "", "", ""}},
  };
  for (Case const& c : cases) {
    const Decomposition url(c.input);
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      CAPTURE(c.input, i);
      CHECK(url.get(attributes[i]) == c.values[i]);
    }
  }
}

TEST_CASE("setting an attribute") {
  using A = UrlAttribute;
  struct Case {
    std::string_view input;
    A attribute;
    std::string_view value;
    std::string_view output;
  };
  const Case cases[] = {
      {"http://h/", A::protocol, "https", "https://h/"},
      {"http://h/", A::protocol, "ftp::", "ftp://h/"},
      {"http://h/", A::protocol, ":", "http://h/"},
      {"http://h/", A::protocol, "a b%", "a%20b%25://h/"},
      {"mailto:x", A::protocol, "y", "y:x"},
      {"http://u@h:80/", A::host, "x", "http://u@x:80/"},
      {"http://u@h:81/", A::host, "x", "http://u@x/"},
      {"http://u@h:81/", A::host, "x:82", "http://u@x:82/"},
      {"http://u@h:80/", A::host, "x:82", "http://u@x:82/"},
      {"http://u@h/", A::host, "x:82", "http://u@x:82/"},
      {"http://h/", A::host, "[::1]:82", "http://[::1]:82/"},
      {"http://h/", A::host, "[::1]", "http://[::1]/"},
      {"http://h/", A::host, "a/b:c", "http://a%2Fb%3Ac/"},
      {"http://h/", A::host, "", "http://h/"},
      {"mailto:x", A::host, "h", "mailto:x"},
      {"x:/.//h", A::host, "y", "x:/.//h"},
      {"http://h:81/", A::hostname, "x", "http://x:81/"},
      {"http://h:81/", A::hostname, "//x/y:1@?#", "http://x%2Fy%3A1%40%3F%23:81/"},
      {"http://h/", A::hostname, "[::1]", "http://[::1]/"},
      {"http://h/", A::hostname, "[x]", "http://%5Bx%5D/"},
      {"http://h/", A::hostname, "%41%zz", "http://%41%25zz/"},
      {"http://h/", A::hostname, "///", "http://h/"},
      {"mailto:x", A::hostname, "h", "mailto:x"},
      {"http://h/", A::port, "81", "http://h:81/"},
      {"http://h:81/", A::port, "82x3", "http://h:82/"},
      {"http://h:/", A::port, "0080", "http://h:80/"},
      {"http://h:81/", A::port, "", "http://h:0/"},
      {"http://h:81/", A::port, "x", "http://h:0/"},
      {"http://h:81/", A::port, "65535", "http://h:65535/"},
      {"http://h:81/", A::port, "65536", "http://h:81/"},
      {"http://h:81/", A::port, "100000", "http://h:81/"},
      {"http://h:81/", A::port, "0000000065535", "http://h:65535/"},
      {"x:/a", A::port, "1", "x:/a"},
      {"http://h/a?q", A::pathname, "x y\u00E4?#%zz%41", "http://h/x%20y%C3%A4%3F%23%25zz%41?q"},
      {"http://h?q", A::pathname, "", "http://h/?q"},
      {"http://h/a", A::pathname, "/x", "http://h/x"},
      {"x:/a", A::pathname, "b", "x:/b"},
      {"x:a", A::pathname, "b", "x:a"},
      {"http://h/", A::search, "??a b#", "http://h/??a%20b%23"},
      {"http://h#f", A::search, "", "http://h?#f"},
      {"http://h/?q#f", A::search, "?", "http://h/?#f"},
      {"http://h/?q", A::search, "[\xFF]", "http://h/?%5B%EF%BF%BD%5D"},
      {"mailto:x?q", A::search, "y", "mailto:x?q"},
      {"http://h/", A::hash, "##a b", "http://h/#%23a%20b"},
      {"http://h/#f", A::hash, "", "http://h/#"},
      {"mailto:x", A::hash, "y", "mailto:x#y"},
      {"/x", A::hash, "y", "/x"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.input, static_cast<int>(c.attribute), c.value);
    CHECK(set(c.input, c.attribute, c.value) == c.output);
  }
}

TEST_CASE("origin, username and password extend the drafts") {
  const Decomposition url("http://u:p:q@h:81/a?q#f");
  CHECK(url.get(UrlAttribute::href) == "http://u:p:q@h:81/a?q#f");
  CHECK(url.get(UrlAttribute::origin) == "http://h:81");
  CHECK(url.get(UrlAttribute::username) == "u");
  CHECK(url.get(UrlAttribute::password) == "p:q");
  CHECK(url.set(UrlAttribute::username, "x") == "http://u:p:q@h:81/a?q#f");
  CHECK(get("HTTPS://h:443/", UrlAttribute::origin) == "HTTPS://h");
  CHECK(get("https://h:/", UrlAttribute::origin) == "https://h");
  for (std::string_view opaque : {"file://h/", "x://h/", "http:h", "mailto:x"}) {
    CHECK(get(opaque, UrlAttribute::origin) == "null");
  }
  CHECK(get("x://u@h", UrlAttribute::username) == "u");
  CHECK(get("x://u@h", UrlAttribute::password) == "");
  CHECK(get("/x", UrlAttribute::origin) == "");
}

}  // namespace hrefkit::url::html5
