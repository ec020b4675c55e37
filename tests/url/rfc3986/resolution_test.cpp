#include "hrefkit/url/rfc3986/resolution.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::rfc3986 {

namespace {

std::string resolve(std::string_view reference, std::string base) {
  const PreparedBase prepared(std::move(base));
  std::string out;
  append_target(out, split(reference), &prepared);
  return out;
}

}  // namespace

TEST_CASE("the examples of RFC 3986 section 5.4") {
  struct Case {
    std::string_view reference;
    std::string_view target;
  };
  const Case cases[] = {
      // 5.4.1
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
      // 5.4.2
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},  // strict
  };
  for (Case const& c : cases) {
    CAPTURE(c.reference);
    CHECK(resolve(c.reference, "http://a/b/c/d;p?q") == c.target);
  }
}

TEST_CASE("bases of many forms") {
  CHECK(resolve("g", "x://h") == "x://h/g");
  CHECK(resolve("g", "x://h?q") == "x://h/g");
  CHECK(resolve("", "x://h?q#f") == "x://h?q");
  CHECK(resolve("#", "x://h?q#f") == "x://h?q#");
  CHECK(resolve("?", "x://h?q") == "x://h?");
  CHECK(resolve("g", "mailto:a@b") == "mailto:g");
  CHECK(resolve("#f", "mailto:a@b") == "mailto:a@b#f");
  CHECK(resolve("../g", "x:a/b/c") == "x:a/g");
  CHECK(resolve("//g", "x:a") == "x://g");
  CHECK(resolve("g", "x:") == "x:g");
  CHECK(resolve("g", "x:/a#b/c") == "x:/g");
  CHECK(resolve("x", "file:///a/b") == "file:///a/x");
}

TEST_CASE("splitting never fails") {
  const Parts parts = split("://a?b?c#d#e");
  CHECK_FALSE(parts.scheme);
  CHECK(parts.path == "://a");
  CHECK(parts.query == "b?c");
  CHECK(parts.fragment == "d#e");
}

}  // namespace hrefkit::url::rfc3986
