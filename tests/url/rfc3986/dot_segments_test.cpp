#include "hrefkit/url/rfc3986/resolution.h"

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <string_view>

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

TEST_CASE("a plain start of a path stays, and the rest comes out as it does without it") {
  // All paths of up to eight bytes of these, cut behind each of their slashes.
  constexpr std::string_view bytes = "a./";
  std::size_t plain_starts = 0;
  std::string path;
  const std::function<void()> check_all = [&] {
    const std::string expected = without_dots(path);
    for (std::size_t cut = 0; cut <= path.size(); ++cut) {
      if (cut != 0 && path[cut - 1] != '/') continue;
      const std::size_t plain = plain_length(std::string_view(path).substr(0, cut));
      std::string result = "x:" + path;
      remove_dot_segments(result, 2, plain);
      if (result != "x:" + expected) FAIL_CHECK(path << " cut at " << cut);
      plain_starts += plain == 0 ? 0 : 1;
    }
    if (path.size() == 8) return;
    for (const char byte : bytes) {
      path += byte;
      check_all();
      path.pop_back();
    }
  };
  check_all();
  CHECK(plain_starts > 1000);
}

}  // namespace hrefkit::url::rfc3986
