#include "hrefkit/site/crawl/scope.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::site {

namespace {

struct ScopeCase {
  char const* start;
  std::vector<std::string> prefixes;
  char const* url;
  bool is_in;
};

struct SegmentCase {
  char const* path;
  bool repeats;
};

struct TrapCase {
  std::string url;
  CrawlTrap trap;
};

}  // namespace

TEST_CASE("the scope is the path of the start, or what is given", "[crawl]") {
  const ScopeCase cases[] = {
      {"https://h.example/", {}, "https://h.example/", true},
      {"https://h.example/", {}, "https://h.example/a/b?c", true},
      {"https://h.example/docs/index.html", {}, "https://h.example/docs/", true},
      {"https://h.example/docs/index.html?q=/x/", {}, "https://h.example/docs/a.html", true},
      {"https://h.example/docs/index.html", {}, "https://h.example/docs", false},
      {"https://h.example/docs/index.html", {}, "https://h.example/docsy/", false},
      {"https://h.example/docs", {}, "https://h.example/blog/", true},
      {"https://h.example/docs/", {"/blog/"}, "https://h.example/blog/a", true},
      {"https://h.example/docs/", {"/blog/"}, "https://h.example/docs/a", false},
      {"https://h.example/docs/", {"/blog/", "/docs/v"}, "https://h.example/docs/v2", true},
      {"https://h.example/", {"https://h.example/a"}, "https://h.example/ab", true},
      {"https://h.example/", {"HTTPS://H.example:443/%7ea b"}, "https://h.example/%7ea%20b", true},
      {"https://h.example/", {"https://h.example"}, "https://h.example/x", true},
      {"http://h.example:8080/x/", {}, "http://h.example:8080/x/y", true},
      {"http://h.example:8080/x/", {}, "http://h.example/x/y", false},
      {"https://u:p@h.example/x/", {}, "https://h.example/x/y", true},
  };
  for (ScopeCase const& each : cases) {
    const auto scope = CrawlScope::make(each.start, each.prefixes);
    REQUIRE(scope);
    INFO(each.start << " " << each.url);
    CHECK(scope->contains(each.url) == each.is_in);
  }
  for (char const* prefix : {"https://other.example/", "http://h.example/", "https://h.example:1/",
                             "mailto:x", "https://"}) {
    CHECK_FALSE(CrawlScope::make("https://h.example/", std::vector<std::string>{prefix}));
  }
  CHECK_FALSE(CrawlScope::make("ftp://h.example/", {}));
}

TEST_CASE("a run of segments three times in a row is a trap", "[crawl]") {
  const SegmentCase cases[] = {
      {"", false},
      {"/", false},
      {"/a/a", false},
      {"/a/a/a", true},
      {"/a/a/a/", true},
      {"/x/a/a/a/y.html", true},
      {"/a/b/a/b/a/b", true},
      {"/a/b/a/b/a/b/", true},
      {"/a/b/a/b/a", false},
      {"/a/b/a/b/a/c", false},
      {"/x/a/b/c/a/b/c/a/b/c/y", true},
      {"/a/b/a/c/a/d/a", false},
      {"/1/2/1/2/3/1/2", false},
      {"///", false},
      {"////", true},
      {"/aa/a/aa", false},
      {"/2020/01/01/2020/01/01", false},
  };
  for (SegmentCase const& each : cases) {
    INFO(each.path);
    CHECK(repeats_segments(each.path) == each.repeats);
  }
}

TEST_CASE("traps are found in the order of the URLs", "[crawl]") {
  const std::string host = "https://h.example";
  const std::string long_path = "/" + std::string(max_crawled_url - host.size() - 1, 'x');
  const TrapCase cases[] = {
      {host + "/c?m=1", CrawlTrap::none},
      {host + "/c?m=2", CrawlTrap::none},
      {host + "/c", CrawlTrap::none},
      {host + "/c?m=3", CrawlTrap::queries},
      {host + "/d?m=3", CrawlTrap::none},
      {host + long_path, CrawlTrap::none},
      {host + long_path + "x", CrawlTrap::long_url},
      {host + "/a/a/a/", CrawlTrap::repetition},
      {host + "/a/?p=/b/b/b/", CrawlTrap::none},
  };
  TrapFinder traps(2);
  for (TrapCase const& each : cases) {
    INFO(each.url);
    CHECK(traps.check(each.url) == each.trap);
  }
}

}  // namespace hrefkit::site
