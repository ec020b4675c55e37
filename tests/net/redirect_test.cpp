#include "hrefkit/net/redirect.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("redirects: Location is resolved by the URL and Fetch Standards") {
  struct Case {
    std::string from;
    std::string fields;
    net::Location location;
    std::string target;
  };
  using enum net::Location;
  const std::vector<Case> cases{
      {"https://a.example/x/y", "Location: /z\n", found, "https://a.example/z"},
      {"https://a.example/x/y", "Location: z?q\n", found, "https://a.example/x/z?q"},
      {"https://a.example/x/y", "Location: ../../..\n", found, "https://a.example/"},
      {"https://a.example/", "Location: //b.example\n", found, "https://b.example/"},
      {"https://a.example/", "Location: HTTP://B.Example:80/%7e\n", found, "http://b.example/%7e"},
      {"https://a.example/#old", "Location: /z\n", found, "https://a.example/z#old"},
      {"https://a.example/#old", "Location: /z#new\n", found, "https://a.example/z#new"},
      {"https://a.example/#old", "Location: /z#\n", found, "https://a.example/z#"},
      {"https://a.example/", "Location: /a b\n", found, "https://a.example/a%20b"},
      {"https://a.example/", "Location: /\xC3\xA9\n", found, "https://a.example/%C3%A9"},
      {"https://a.example/", "Location: /\xE9\n", found, "https://a.example/%E9"},
      {"https://a.example/", "Location: https://\xC3\xA9.example/\n", found,
       "https://xn--9ca.example/"},
      {"https://a.example/", "Location: \\\\b.example\\x\n", found, "https://b.example/x"},
      {"https://u:p@a.example/x", "Location: /z\n", found, "https://u:p@a.example/z"},
      {"https://u:p@a.example/x", "Location: https://a.example/z\n", found, "https://a.example/z"},
      {"https://a.example/", "", missing, ""},
      {"https://a.example/", "Location:\n", missing, ""},
      {"https://a.example/", "location: /1\nLOCATION: /1\n", found, "https://a.example/1"},
      {"https://a.example/", "Location: /1\nLocation: /2\n", bad_url, ""},
      {"https://a.example/", "Location: http://\n", bad_url, ""},
      {"https://a.example/", "Location: http://a b/\n", bad_url, ""},
      {"https://a.example/", "Location: http://a.example:99999/\n", bad_url, ""},
      {"https://a.example/", "Location: ftp://b.example/\n", other_scheme, "ftp://b.example/"},
      {"https://a.example/", "Location: file:///etc/passwd\n", other_scheme, "file:///etc/passwd"},
      {"https://a.example/", "Location: mailto:a@b.example\n", other_scheme, "mailto:a@b.example"},
      {"https://a.example/", "Location: javascript:alert(1)\n", other_scheme,
       "javascript:alert(1)"},
  };
  for (Case const& c : cases) {
    INFO(c.from << ' ' << c.fields);
    const auto from = url::Url::parse(c.from);
    REQUIRE(from);
    const auto next = net::redirection(*from, http::Fields::parse(c.fields));
    CHECK(next.location == c.location);
    CHECK((next.target ? std::string(next.target->href()) : "") == c.target);
  }
  for (const int status : {301, 302, 303, 307, 308}) CHECK(net::is_redirect(status));
  for (const int status : {0, 200, 300, 304, 305, 306, 309, 399}) CHECK(!net::is_redirect(status));
}

TEST_CASE("redirects: userinfo is a secret of its own") {
  struct Case {
    std::string url;
    std::string request;
    std::string masked;
    std::string credentials;
  };
  const std::vector<Case> cases{
      {"https://a.example/x?q#f", "https://a.example/x?q", "https://a.example/x?q#f", ""},
      {"https://u:p@a.example/x#f", "https://a.example/x", "https://***@a.example/x#f",
       "Basic dTpw"},
      {"https://u@a.example/", "https://a.example/", "https://***@a.example/", "Basic dTo="},
      {"https://:p@a.example/", "https://a.example/", "https://***@a.example/", "Basic OnA="},
      {"https://%C3%A9:%40@a.example/", "https://a.example/", "https://***@a.example/",
       "Basic w6k6QA=="},
      {"https://a.example/@b", "https://a.example/@b", "https://a.example/@b", ""},
      {"https://a.example/?x=u:p@b", "https://a.example/?x=u:p@b", "https://a.example/?x=u:p@b",
       ""},
      {"mailto:u@a.example", "mailto:u@a.example", "mailto:u@a.example", ""},
  };
  for (Case const& c : cases) {
    INFO(c.url);
    const auto url = url::Url::parse(c.url);
    REQUIRE(url);
    CHECK(net::request_url(*url) == c.request);
    CHECK(net::masked_url(url->href()) == c.masked);
    CHECK(net::basic_credentials(*url).value_or("") == c.credentials);
  }
}

TEST_CASE("politeness: an origin is scheme, host name and port") {
  struct Case {
    std::string a;
    std::string b;
    bool is_same;
  };
  const std::vector<Case> cases{
      {"https://a.example/", "https://a.example/x?y", true},
      {"https://a.example/", "https://a.example:443/", true},
      {"https://u@a.example/", "https://a.example/", true},
      {"https://a.example/", "http://a.example/", false},
      {"https://a.example/", "https://a.example:444/", false},
      {"https://a.example/", "https://www.a.example/", false},
  };
  for (Case const& c : cases) {
    INFO(c.a << ' ' << c.b);
    CHECK(net::have_same_origin(*url::Url::parse(c.a), *url::Url::parse(c.b)) == c.is_same);
  }
}

}  // namespace hrefkit::test
