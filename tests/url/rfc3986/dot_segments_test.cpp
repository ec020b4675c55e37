#include "hrefkit/url/rfc3986/dot_segments.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::rfc3986 {

namespace {

std::string without_dots(std::string path) {
  remove_dot_segments(path, 0);
  return path;
}

}  // namespace

TEST_CASE("remove_dot_segments") {
  struct Case {
    std::string path;
    std::string expected;
  };
  const Case cases[] = {
      {"/a/b/c/./../../g", "/a/g"},  // RFC 3986's own examples
      {"mid/content=5/../6", "mid/6"},
      {"", ""},
      {"/", "/"},
      {".", ""},
      {"..", ""},
      {"./", ""},
      {"../", ""},
      {"../../a", "a"},
      {"./a", "a"},
      {"/.", "/"},
      {"/..", "/"},
      {"/../a", "/a"},
      {"/./a", "/a"},
      {"/a/.", "/a/"},
      {"/a/..", "/"},
      {"/a/b/..", "/a/"},
      {"a/..", "/"},  // the last segment goes, its "/" stays
      {"a/../b", "/b"},
      {"a/../../b", "/b"},
      {"/a//../b", "/a/b"},
      {"//", "//"},
      {"/.//a", "//a"},
      {"/..//a", "//a"},
      {"...", "..."},
      {"/.a/..b/c.", "/.a/..b/c."},
      {"/%2e/%2E%2e/x", "/%2e/%2E%2e/x"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.path);
    CHECK(without_dots(c.path) == c.expected);
  }
}

TEST_CASE("remove_dot_segments does not change the text before the path") {
  std::string url = "x://h/a/../../b";
  remove_dot_segments(url, 5);
  CHECK(url == "x://h/b");
}

}  // namespace hrefkit::url::rfc3986
