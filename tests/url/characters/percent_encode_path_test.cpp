#include "hrefkit/url/percent_encode.h"

#include <catch2/catch.hpp>

using hrefkit::url::percent_encode_path;

TEST_CASE("a path becomes a URL's path") {
  struct Case {
    char const* path;
    char const* url;
  };
  const Case cases[] = {
      {"", ""},
      {"a/b.html", "a/b.html"},
      {"a b", "a%20b"},
      {"100%.html", "100%25.html"},
      {"%41", "%2541"},
      {"what?", "what%3F"},
      {"a#b", "a%23b"},
      {"back\\slash", "back%5Cslash"},
      {"\"<>`{}|^[]", "%22%3C%3E%60%7B%7D%7C%5E%5B%5D"},
      {"-._~!$&'()*+,;=:@", "-._~!$&'()*+,;=:@"},
      {"\xC3\xBC", "%C3%BC"},
      {"\xFF\xFE", "%FF%FE"},
      {"new\nline\ttab", "new%0Aline%09tab"},
  };
  for (auto const& [path, url] : cases) {
    CAPTURE(path);
    CHECK(percent_encode_path(path) == url);
  }
}
