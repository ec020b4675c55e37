#include "hrefkit/site/path_glob.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/run_cost.h"

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
      {"*[!\xC3\xBC]", "\xC3\xBC", false},
      {"*[!\xC3\xBC]x", "\xC3\xBC\xC3\xA9x", true},
      {"[a-\xC3\xBC]", "\xC3\xA9", true},
      {"[b-da-c]*[!x]", "dx", false},
      {"[b-da-c]*[!x]", "dxy", true},
      {"[z-a]", "b", false},
      {"*?", "a", true},
      {"?*?", "a", false},
      {"a*?b", "ab", false},
      {"a*?b", "axb", true},
      {"a*a", "a", false},
      {"**/a/b/**/c", "x/a/a/b/c", true},
      {"**/a/b/**/c", "x/a/c/b/c", false},
      {"**/a/**/a", "a", false},
      {"a/**/b/**", "a/b", false},
      {"a/**/b/**", "a/x/b/c", true},
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

TEST_CASE("names of any length match by their characters", "[glob]") {
  for (const std::size_t length : {1U, 62U, 63U, 64U, 65U, 127U, 128U, 300U}) {
    CAPTURE(length);
    const std::string name = std::string(length, 'a') + "\xC3\xBC";
    CHECK(name_matches("*[a]?", name));
    CHECK(name_matches("*a*[!a]", name));
    CHECK_FALSE(name_matches("*[!a]?", name));
    CHECK(name_matches(std::string(length, '?') + "[\xC3\xA0-\xC3\xBC]", name));
    CHECK_FALSE(name_matches(std::string(length, '?') + "[a-z]", name));
    CHECK_FALSE(name_matches(std::string(length, '?'), name));
    CHECK_FALSE(name_matches(std::string(length + 2, '?') + "*", name));
  }
}

TEST_CASE("a byte that is not UTF-8 is one character", "[glob]") {
  const Case cases[] = {
      {"caf?.html", "caf\xE9.html", true},
      {"caf\xE9*", "caf\xE9.html", true},
      {"caf\xE8*", "caf\xE9.html", false},
      {"*\xB0.html", "10\xB0.html", true},
      {"10?.html", "10\xB0.html", true},
      {"1?.html", "10\xB0.html", false},
      {"??", "\xED\xA0", true},
      {"x/?", "x/\xA0", true},
      {"[\xE8-\xEA]", "\xE9", true},
      {"[!\xE8-\xEA]", "\xE9", false},
      {"[!\xE8]", "\xE9", true},
      {"[!a]", "\xF4\x8F\xBC\x80", false},  // four bytes, as RE2 sees them
      {"\xF4\x8F\xBC\x80", "\xF4\x8F\xBC\x80", true},
      {"\xC3", "\xC3\xBC", false},
  };
  for (auto const& [pattern, path, matches] : cases) {
    CAPTURE(pattern, path);
    CHECK(PathGlob(pattern).matches(path, PathKind::file) == matches);
  }
}

TEST_CASE("a slash is in no set", "[glob]") {
  for (char const* const pattern : {"a[.-0]b", "a[!x]b", "a[[:punct:]]b", "a[[:graph:]]b",
                                    "a[[:print:]]b", "a[/]b", "/a[.-0]b", "/a?b"}) {
    CAPTURE(pattern);
    CHECK_FALSE(PathGlob(pattern).matches("a/b", PathKind::file));
  }
  CHECK(name_matches("a[.-0]b", "a.b"));
  CHECK(name_matches("a[.-0]b", "a0b"));
}

TEST_CASE("many patterns of the maximum length match", "[glob]") {
  using namespace std::string_literals;
  const std::string path(max_glob_bytes, '$');
  for (std::string const& unit : {"?"s, "$"s, "[!\xC3\xBC]"s, "[!a-z]"s}) {
    CAPTURE(unit);
    std::string pattern;
    while (pattern.size() + unit.size() < max_glob_bytes) pattern += unit;
    const PathGlobs globs(std::vector<std::string>(30, pattern + '*'));
    CHECK(globs.match(path, PathKind::file));
    CHECK(globs.unused().empty());
  }
  CHECK_FALSE(PathGlob("*" + path).matches(path, PathKind::file));  // too long
}

TEST_CASE("several globs are asked at once", "[glob]") {
  const PathGlobs globs({"drafts/", "/a/*.html", "*.bak"});
  CHECK(globs.match("x/drafts", PathKind::folder));
  CHECK_FALSE(globs.match("x/drafts/y.html", PathKind::file));
  CHECK(globs.match_within("x/drafts/y.html", PathKind::file));
  CHECK_FALSE(globs.match_within("x/drafts", PathKind::file));
  CHECK(globs.match_within("a/b.html", PathKind::file));
  CHECK(globs.match_within("z.bak/a/b.html", PathKind::file));
  CHECK_FALSE(globs.match_within("a/b/c.html", PathKind::file));
  CHECK(PathGlobs().empty());
  CHECK_FALSE(PathGlobs().match_within("a", PathKind::file));
}

TEST_CASE("globs cost time in proportion to the sizes of patterns and names", "[glob][growth]") {
  if (!test::can_measure_cost()) return;
  std::string set = "*[";
  while (set.size() < 3'000) set += "a-za-z";
  const std::string run(120, 'a');
  const std::string classes = "*[[:alpha:][:digit:]][[:alpha:]]*[!b]*[a-c]?*b";
  for (std::string const& pattern : {set + "]x", "*" + run + "b*", "*" + run + "?b*", classes}) {
    CAPTURE(pattern);
    const test::RunCost cost = test::cost_of([&] {
      const PathGlobs globs(std::vector<std::string>(pattern.size() < 1'000 ? 1'000 : 10, pattern));
      const std::string name(250, 'a');
      for (int page = 0; page < 300; ++page) {
        if (globs.match_within(name + '/' + name, PathKind::file)) std::abort();
      }
    });
    CHECK(cost.succeeded());
    CHECK(cost.seconds <= test::allowed_seconds(1'000'000));
  }
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

TEST_CASE("patterns that have matched no path are known") {
  using Numbers = std::vector<std::size_t>;
  const PathGlobs globs({"*.html", "a.*", "drafts/", "b.svg"});
  const PathGlobs copy = globs;
  CHECK(globs.unused() == Numbers{0, 1, 2, 3});
  CHECK_FALSE(globs.match("drafts", PathKind::file));
  CHECK(globs.unused() == Numbers{0, 1, 2, 3});
  CHECK(globs.match("x/a.html", PathKind::file));  // by two of them
  CHECK(globs.unused() == Numbers{2, 3});
  CHECK(copy.match_within("drafts/c.css", PathKind::file));
  CHECK(globs.unused() == Numbers{3});
}

}  // namespace

}  // namespace hrefkit::site
