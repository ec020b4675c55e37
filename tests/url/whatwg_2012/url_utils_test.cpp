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

}  // namespace

TEST_CASE("URLUtils getters") {
  const Components all = components(parsed("http://u:p@H:81/a/b?q#f"));
  CHECK(all.href == "http://u:p@h:81/a/b?q#f");
  CHECK(all.origin == "http://h:81");
  CHECK(all.protocol == "http:");
  CHECK(all.username == "u");
  CHECK(all.password == "p");
  CHECK(all.host == "h:81");
  CHECK(all.hostname == "h");
  CHECK(all.port == "81");
  CHECK(all.pathname == "/a/b");
  CHECK(all.search == "?q");
  CHECK(all.hash == "#f");
}

TEST_CASE("URLUtils getters of what is empty or null") {
  const Components empty = components(parsed("http://:@h:80?#"));
  CHECK(empty.href == "http://:@h/?#");
  CHECK(empty.password.empty());
  CHECK(empty.port.empty());
  CHECK(empty.host == "h");
  CHECK(empty.pathname == "/");
  CHECK(empty.search.empty());
  CHECK(empty.hash.empty());
  const Components opaque = components(parsed("mailto:x@y?q#f"));
  CHECK(opaque.origin == "null");
  CHECK(opaque.hostname.empty());
  CHECK(opaque.pathname == "x@y");
  CHECK(opaque.search == "?q");
  CHECK(opaque.hash == "#f");
}

TEST_CASE("the origin is in Unicode") {
  CHECK(origin(parsed("http://xn--tda.example:8080/")) == "http://\u00FC.example:8080");
  CHECK(origin(parsed("https://h:443")) == "https://h");
  CHECK(origin(parsed("ftp://[::1]:22/")) == "ftp://[::1]:22");
  CHECK(origin(parsed("file:///x")) == "null");
  CHECK(origin(parsed("data:x")) == "null");
}

TEST_CASE("URLUtils setters") {
  using Setter = void (*)(Url&, std::string_view);
  struct Case {
    std::string_view url;
    Setter setter;
    std::string_view value;
    std::string_view expected;
  };
  const Setter set_search_utf8 = [](Url& url, std::string_view value) { set_search(url, value); };
  const Case cases[] = {
      {"http://h/", set_protocol, "HTTPS", "https://h/"},
      {"http://h/", set_protocol, "ftp:x", "ftp://h/"},
      {"http://h/", set_protocol, "1x", "http://h/"},
      {"http://h/", set_protocol, "", "http://h/"},
      {"http://h/", set_protocol, "a b", "http://h/"},
      {"mailto:x", set_protocol, "http", "http:x"},  // the relative flag stays unset
      {"http://h/", set_protocol, "mailto", "mailto://h/"},
      {"http://h/", set_username, "a:b/c@d\\e \u00E4%", "http://a%3Ab%2Fc%40d%5Ce%20%C3%A4%@h/"},
      {"http://u@h/", set_username, "", "http://h/"},
      {"mailto:x", set_username, "u", "mailto:x"},
      {"http://h/", set_password, "a:b/", "http://:a:b%2F@h/"},
      {"http://u:p@h/", set_password, "", "http://u@h/"},
      {"mailto:x", set_password, "u", "mailto:x"},
      {"http://h:81/", set_host, "X:82/y", "http://x:82/"},
      {"http://h:81/", set_host, "x", "http://x:81/"},
      {"http://h:81/", set_host, "x:", "http://x/"},
      {"http://h:81/", set_host, "x:80", "http://x/"},
      {"http://h:81/", set_host, "[::1]:5", "http://[::1]:5/"},
      {"http://h:81/", set_host, "[::1", "http://h:81/"},
      {"http://h:81/", set_host, "", "http://:81/"},
      {"mailto:x", set_host, "h", "mailto:x"},
      {"http://h:81/", set_hostname, "x:82", "http://x:81/"},
      {"http://h:81/", set_hostname, "x?y", "http://x:81/"},
      {"http://h:81/", set_hostname, "[1]", "http://h:81/"},
      {"http://h/", set_port, "0081x", "http://h:81/"},
      {"http://h:81/", set_port, "80", "http://h/"},
      {"http://h:81/", set_port, "", "http://h/"},
      {"http://h:81/", set_port, "x", "http://h/"},
      {"http://h/", set_port, "8\t2", "http://h:82/"},
      {"file:///x", set_port, "8", "file:///x"},
      {"mailto:x", set_port, "8", "mailto:x"},
      {"http://h/a?q", set_pathname, "x/../y?z#", "http://h/y%3Fz%23?q"},
      {"http://h/a", set_pathname, "\\x", "http://h/x"},
      {"http://h/a", set_pathname, "", "http://h/"},
      {"file:///a", set_pathname, "C|/x", "file:///C:/x"},
      {"mailto:x", set_pathname, "y", "mailto:x"},
      {"http://h/#f", set_search_utf8, "?a b#c?", "http://h/?a%20b%23c?#f"},
      {"http://h/", set_search_utf8, "??", "http://h/??"},
      {"http://h/?q", set_search_utf8, "?", "http://h/?"},
      {"http://h/?q", set_search_utf8, "", "http://h/"},
      {"mailto:x", set_search_utf8, "y", "mailto:x"},
      {"http://h/", set_hash, "#a b#\u00E4", "http://h/#a b#%C3%A4"},
      {"http://h/#f", set_hash, "#", "http://h/#"},
      {"http://h/#f", set_hash, "", "http://h/"},
      {"mailto:x", set_hash, "y", "mailto:x#y"},
      {"javascript:x", set_hash, "y", "javascript:x"},
  };
  for (Case const& c : cases) {
    Url url = parsed(c.url);
    c.setter(url, c.value);
    CAPTURE(c.url, c.value);
    CHECK(href(url) == c.expected);
  }
}

TEST_CASE("the search setter takes the object's query encoding") {
  Url url = parsed("http://h/");
  set_search(url, "\u00E4\u3042", text::Encoding::windows_1252);
  CHECK(href(url) == "http://h/?%E4?");
}

}  // namespace hrefkit::url::whatwg_2012
