#include "hrefkit/net/cookies.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

const net::WallTime a_moment{std::chrono::seconds(1'000'000'000)};

url::Url cookie_url(std::string_view text) {
  return *url::Url::parse(text);
}

}  // namespace

TEST_CASE("redirects: cookies go back to where they are from") {
  struct Case {
    std::string from;
    std::vector<std::string> set;
    std::string to;
    std::string sent;
  };
  const std::string site = "https://a.example/x/y";
  const std::vector<Case> cases{
      {site, {"a=1"}, site, "a=1"},
      {site, {"a=1", "b=2"}, site, "a=1; b=2"},
      {site, {"a=1", "a=2"}, site, "a=2"},
      {site, {" a = 1 ; HttpOnly"}, site, "a=1"},
      {site, {"a="}, site, "a="},
      {site, {"a=b=c"}, site, "a=b=c"},
      {site, {"a=\"1\""}, site, "a=\"1\""},
      {site, {"nothing"}, site, ""},
      {site, {"=1"}, site, ""},
      {site, {"a=1\x01"}, site, ""},
      {site, {""}, site, ""},
      // hosts
      {site, {"a=1"}, "https://b.example/x/y", ""},
      {site, {"a=1"}, "https://sub.a.example/x/y", ""},
      {site, {"a=1; Domain=a.example"}, "https://sub.a.example/x/y", "a=1"},
      {site, {"a=1; Domain=.a.example"}, "https://sub.a.example/x/y", "a=1"},
      {site, {"a=1; domain=A.EXAMPLE"}, site, "a=1"},
      {site, {"a=1; Domain=b.example"}, site, ""},
      {site, {"a=1; Domain=example"}, site, ""},
      {site, {"a=1; Domain=sub.a.example"}, "https://sub.a.example/x/y", ""},
      {"https://sub.a.example/", {"a=1; Domain=a.example"}, "https://a.example/", "a=1"},
      {"https://sub.a.example/", {"a=1; Domain=a.example"}, "https://ba.example/", ""},
      {"http://127.0.0.1/", {"a=1; Domain=0.0.1"}, "http://127.0.0.1/", ""},
      {"http://127.0.0.1/", {"a=1; Domain=127.0.0.1"}, "http://127.0.0.1/", "a=1"},
      {"http://localhost:8000/", {"a=1"}, "http://localhost:9000/", "a=1"},
      // paths
      {site, {"a=1"}, "https://a.example/x", "a=1"},
      {site, {"a=1"}, "https://a.example/", ""},
      {site, {"a=1"}, "https://a.example/xy", ""},
      {site, {"a=1; Path=/"}, "https://a.example/", "a=1"},
      {site, {"a=1; Path=x"}, "https://a.example/x/z", "a=1"},
      {site, {"a=1; Path=/q"}, site, ""},
      {site, {"a=1; Path=/q/"}, "https://a.example/q/r", "a=1"},
      {site, {"a=1; Path=/q/"}, "https://a.example/q", ""},
      {site, {"a=1; Path=/", "b=2; Path=/x/y"}, site, "b=2; a=1"},
      {"https://a.example/x", {"a=1"}, "https://a.example/", "a=1"},
      // Secure
      {site, {"a=1; Secure"}, site, "a=1"},
      {site, {"a=1; Secure"}, "http://a.example/x/y", ""},
      {"http://a.example/", {"a=1; Secure"}, "https://a.example/", ""},
      {"http://localhost/", {"a=1; Secure"}, "http://localhost/", "a=1"},
      {site, {"__Secure-a=1"}, site, ""},
      {site, {"__Secure-a=1; Secure"}, site, "__Secure-a=1"},
      {site, {"__Host-a=1; Secure"}, site, ""},
      {site, {"__Host-a=1; Secure; Path=/"}, site, "__Host-a=1"},
      {site, {"__Host-a=1; Secure; Path=/; Domain=a.example"}, site, ""},
      // time
      {site, {"a=1; Max-Age=10"}, site, "a=1"},
      {site, {"a=1; Max-Age=0"}, site, ""},
      {site, {"a=1; Max-Age=-5"}, site, ""},
      {site, {"a=1; Max-Age=x"}, site, "a=1"},
      {site, {"a=1; Max-Age=99999999999999999999999"}, site, "a=1"},
      {site, {"a=1", "a=2; Max-Age=0"}, site, ""},
      {site, {"a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT"}, site, ""},
      {site, {"a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT"}, site, "a=1"},
      {site, {"a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Max-Age=10"}, site, "a=1"},
      {site, {"a=1; Expires=never"}, site, "a=1"},
  };
  for (Case const& c : cases) {
    net::CookieJar jar;
    std::string said;
    for (std::string const& each : c.set) {
      said += each + '\n';
      jar.set(cookie_url(c.from), each, a_moment);
    }
    INFO(c.from << "\n" << said << c.to);
    CHECK(jar.header_for(cookie_url(c.to), a_moment) == c.sent);
  }
}

TEST_CASE("redirects: a cookie that changes is noticed") {
  net::CookieJar jar;
  const auto url = cookie_url("https://a.example/");
  CHECK(jar.set(url, "a=1", a_moment));
  CHECK(!jar.set(url, "a=1", a_moment));
  CHECK(jar.set(url, "a=2; Max-Age=10", a_moment));
  CHECK(jar.header_for(url, a_moment + std::chrono::seconds(9)) == "a=2");
  CHECK(jar.header_for(url, a_moment + std::chrono::seconds(10)).empty());
  CHECK(jar.set(url, "a=2; Max-Age=10", a_moment + std::chrono::seconds(11)));
  CHECK(jar.set(url, "a=; Max-Age=0", a_moment));
  CHECK(!jar.set(url, "a=; Max-Age=0", a_moment));
  CHECK(jar.set_all(url, http::Fields::parse("Set-Cookie: b=1\nSet-Cookie: b=1\n"), a_moment));
}

TEST_CASE("redirects: a jar is bounded") {
  net::CookieJar jar;
  const auto url = cookie_url("https://a.example/");
  for (std::size_t i = 0; i < net::max_cookies + 5; ++i) {
    jar.set(url, "c" + std::to_string(i) + "=1", a_moment);
  }
  CHECK(jar.size() == net::max_cookies);
  const std::string header = jar.header_for(url, a_moment);
  CHECK(header.starts_with("c5=1; c6=1; "));
  CHECK(header.size() < 8190);
  CHECK(!jar.set(url, "a=" + std::string(net::max_cookie_bytes, 'x'), a_moment));
  // Those of a file are the user's, however many there are.
  std::string file;
  for (std::size_t i = 0; i < net::max_cookies + 500; ++i) {
    file += "h" + std::to_string(i) + ".example\tFALSE\t/\tFALSE\t0\tname\tvalue\n";
  }
  auto users = net::CookieJar::parse_netscape(file);
  REQUIRE(users);
  for (std::size_t i = 0; i < net::max_cookies + 5; ++i) {
    users->set(url, "c" + std::to_string(i) + "=1", a_moment);
  }
  CHECK(users->size() == 2 * net::max_cookies + 500);
  CHECK(users->header_for(cookie_url("http://h0.example/"), a_moment) == "name=value");
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += "Set-Cookie: d" + std::to_string(i) + "=1\n";
  net::CookieJar hundred;
  hundred.set_all(url, http::Fields::parse(lines), a_moment);
  CHECK(hundred.size() == 100);
}

TEST_CASE("options: a cookie jar is in Netscape's format") {
  struct Case {
    std::string file;
    std::string to;
    std::string sent;  // "error: ..." for an error
  };
  const std::vector<Case> cases{
      {"", "https://a.example/", ""},
      {"# Netscape HTTP Cookie File\n\na.example\tFALSE\t/\tFALSE\t0\ta\t1\n", "https://a.example/",
       "a=1"},
      {".a.example\tTRUE\t/\tFALSE\t0\ta\t1\n", "https://sub.a.example/", "a=1"},
      {"a.example\tFALSE\t/\tFALSE\t0\ta\t1\r\n", "https://sub.a.example/", ""},
      {"a.example\tFALSE\t/\tTRUE\t0\ta\t1\n", "http://a.example/", ""},
      {"a.example\tFALSE\t/x\tFALSE\t0\ta\t1\n", "http://a.example/x/y", "a=1"},
      {"#HttpOnly_a.example\tFALSE\t/\tFALSE\t0\ta\t1\n", "http://a.example/", "a=1"},
      {"a.example\tFALSE\t/\tFALSE\t1\ta\t1\n", "http://a.example/", ""},
      {"a.example\tFALSE\t/\tFALSE\t1000000001\ta\t1\n", "http://a.example/", "a=1"},
      {"a.example\tFALSE\t/\tFALSE\t99999999999999\ta\t1\n", "http://a.example/", "a=1"},
      {"a.example\tFALSE\t/\tFALSE\t0\ta\t\n", "http://a.example/", "a="},
      {"a.example\tFALSE\t/\n", "",
       "error: line 1: not a cookie: it has fewer than seven fields between tabs"},
      {"\n\n{\"json\": 1}\n", "",
       "error: line 3: not a cookie: it has fewer than seven fields between tabs"},
      {"a.example\tFALSE\t/\tFALSE\tx\ta\t1\n", "",
       "error: line 1: the time of expiry is not a number"},
      {".\tFALSE\t/\tFALSE\t0\ta\t1\n", "", "error: line 1: there is no domain"},
      {"a.example\tFALSE\t/\tFALSE\t0\t\t1\n", "", "error: line 1: the cookie has no name"},
      {"a.example\tFALSE\t/\tFALSE\t0\ta\t1\x02\n", "",
       "error: line 1: the cookie has control characters"},
  };
  for (Case const& c : cases) {
    INFO(c.file);
    const auto jar = net::CookieJar::parse_netscape(c.file);
    CHECK((jar ? jar->header_for(cookie_url(c.to.empty() ? "https://a.example/" : c.to), a_moment)
               : "error: " + jar.error()) == c.sent);
  }
}

}  // namespace hrefkit::test
