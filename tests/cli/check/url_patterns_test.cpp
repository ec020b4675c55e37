#include "hrefkit/cli/check/url_patterns.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/run_cost.h"

namespace hrefkit::cli {

namespace {

TEST_CASE("a URL fits when any expression matches a part of it", "[patterns]") {
  for (const int others : {0, 2, 20}) {
    CAPTURE(others);
    UrlPatterns patterns;
    CHECK(patterns.empty());
    for (int i = 0; i < others; ++i) CHECK(patterns.add("other" + std::to_string(i) + "$"));
    CHECK(patterns.add("^https://a\\.example/"));
    CHECK(patterns.add("(?i)LOGIN"));
    CHECK(patterns.add("\\Qa(b"));
    CHECK_FALSE(patterns.empty());
    CHECK(patterns.match("https://a.example/x"));
    CHECK(patterns.match("/x/login?y"));
    CHECK(patterns.match("xa(by"));
    CHECK(patterns.match("/other1") == (others != 0));
    CHECK_FALSE(patterns.match("/other1/"));
    CHECK_FALSE(patterns.match("http://b.example/https://a.example/"));
    CHECK_FALSE(patterns.match(""));
  }
}

TEST_CASE("expressions that are too many for one automaton all count", "[patterns]") {
  UrlPatterns patterns;
  for (int i = 0; i < 20'000; ++i) {
    REQUIRE(patterns.add("^https?://b/" + std::to_string(i) + "/.*x$"));
  }
  for (int i = 0; i < 20'000; i += 999) {
    const std::string url = "http://b/" + std::to_string(i) + "/y";
    CAPTURE(url);
    CHECK(patterns.match(url + "x"));
    CHECK_FALSE(patterns.match(url));
  }
}

TEST_CASE("wrong expressions are told with their line", "[patterns]") {
  UrlPatterns patterns;
  CHECK(patterns.add_lines("\xEF\xBB\xBF# a comment\n\n  a  \r\n"));
  CHECK(patterns.text() == "a\n");
  CHECK(patterns.add_lines("a\n(\n").error() ==
        "line 2: '(' is not a regular expression: missing ): (");
  CHECK(patterns.add_lines(std::string(100'000, 'x')).error() ==
        "line 1: a regular expression has more than 8000 bytes");
}

TEST_CASE("expressions cost what their text is worth", "[patterns]") {
  if (!test::can_measure_cost()) return;
  std::string many;
  std::string stars;
  std::string classes;
  for (int i = 0; i < 5'000; ++i) {
    many += "/ignored" + std::to_string(i) + "$\n";
    for (int j = 0; j < 4; ++j) stars += "^https?://b/" + std::to_string(4 * i + j) + "/.*\n";
    classes += "\\pL\\pL\\pL\\pL\\pL\\pL\n";
  }
  for (std::string const& text : {many, stars}) {
    const test::RunCost cost = test::cost_of([&] {
      UrlPatterns patterns;
      if (!patterns.add_lines(text)) throw 1;
      for (int i = 0; i < 50'000; ++i) {
        if (patterns.match("https://a.example/page" + std::to_string(i))) throw 2;
      }
    });
    CHECK(cost.exit_code == 0);
    CHECK(cost.seconds <= test::allowed_seconds(50'000 * 20));
    CHECK(cost.peak_bytes <= test::allowed_bytes(text.size()));
  }
  const test::RunCost refused = test::cost_of([&] {
    if (UrlPatterns().add_lines(classes)) throw 1;
  });
  CHECK(refused.exit_code == 0);
  CHECK(refused.seconds <= test::allowed_seconds(classes.size()));
  CHECK(refused.peak_bytes <= test::allowed_bytes(classes.size()));
}

}  // namespace

}  // namespace hrefkit::cli
