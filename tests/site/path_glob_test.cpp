#include "hrefkit/site/path_glob.h"

#include <catch2/catch.hpp>
#include <string>

namespace hrefkit::site {

namespace {

struct Case {
  char const* pattern;
  char const* path;
  bool matches;
};

TEST_CASE("globs match paths as .gitignore does", "[glob]") {
  const Case cases[] = {
      {"*.html", "a.html", true},
      {"*.html", "a/b/c.html", true},
      {"*.html", "a.htm", false},
      {"a.html", "b/a.html", true},
      {"/a.html", "b/a.html", false},
      {"/a.html", "a.html", true},
      {"a/*.html", "a/b.html", true},
      {"a/*.html", "a/b/c.html", false},
      {"a/*.html", "x/a/b.html", false},
      {"a/**/c.html", "a/c.html", true},
      {"a/**/c.html", "a/x/y/c.html", true},
      {"a/**/c.html", "b/a/c.html", false},
      {"**/c.html", "c.html", true},
      {"**/c.html", "a/b/c.html", true},
      {"a/**", "a/b/c", true},
      {"a/**", "a", false},
      {"**/a/**/b", "x/a/y/a/z/b", true},
      {"**/a/**/b", "x/a/y/c", false},
      {"?.html", "a.html", true},
      {"?.html", "\xC3\xBC.html", true},
      {"?.html", "ab.html", false},
      {"[a-c]x", "bx", true},
      {"[a-c]x", "dx", false},
      {"[!a-c]x", "dx", true},
      {"[^a-c]x", "bx", false},
      {"[]x]", "]", true},
      {"[a", "[a", true},
      {"[\\]x]y", "]y", true},
      {"[\\]x]y", "xy", true},
      {"[\\]x]y", "\\y", false},
      {"[a\\-c]", "b", false},
      {"[a\\-c]", "-", true},
      {"[\\a-\\c]", "b", true},
      {"[a\\]", "a", false},
      {"[a-]", "-", true},
      {"[]-a]", "^", true},
      {"v[[:digit:]]", "v1", true},
      {"v[[:digit:]]", "vx", false},
      {"[![:upper:]_]x", "ax", true},
      {"[![:upper:]_]x", "Ax", false},
      {"[[:punct:]x]", "!", true},
      {"[[:what:]x]", "hx]", true},
      {"[\xC3\xA0-\xC3\xBC]", "\xC3\xA9", true},
      {"[\xC3\xA0-\xC3\xBC]", "e", false},
      {"[\xC3\xBC]", "\xC3\xBC", true},
      {"\\*", "*", true},
      {"\\*", "a", false},
      {"a*b*c", "aXXbYYc", true},
      {"a*b*c", "aXXbYY", false},
      {"*", "anything", true},
      {"", "a", false},
  };
  for (auto const& [pattern, path, matches] : cases) {
    CAPTURE(pattern, path);
    CHECK(PathGlob(pattern).matches(path, PathKind::file) == matches);
  }
  CHECK(PathGlob("drafts/").matches("a/drafts", PathKind::folder));
  CHECK_FALSE(PathGlob("drafts/").matches("a/drafts", PathKind::file));
}

TEST_CASE("many stars take no time beyond the product of the lengths", "[glob]") {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  const std::string name(20'000, 'a');
  CHECK_FALSE(name_matches(pattern + "b", name));
  std::string folders;
  for (int i = 0; i < 100; ++i) folders += "**/a/";
  std::string path;
  for (int i = 0; i < 1'000; ++i) path += "a/";
  CHECK_FALSE(PathGlob(folders + "b").matches(path + "c", PathKind::file));
}

}  // namespace

}  // namespace hrefkit::site
