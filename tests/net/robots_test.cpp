#include "hrefkit/net/robots.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <vector>

namespace hrefkit::test {

TEST_CASE("politeness: robots.txt is read by RFC 9309") {
  struct Case {
    std::string file;
    std::string path;
    bool is_allowed;
  };
  const std::string star = "User-agent: *\n";
  const std::vector<Case> cases{
      {"", "/", true},
      {star + "Disallow: /\n", "/", false},
      {star + "Disallow: /\n", "/robots.txt", true},
      {star + "Disallow:\n", "/x", true},
      {star + "Disallow: /a\n", "/a", false},
      {star + "Disallow: /a\n", "/abc?d", false},
      {star + "Disallow: /a\n", "/b/a", true},
      {star + "Disallow: /a\n", "/A", true},
      // the group
      {"User-agent: hrefkit\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n", "/b", true},
      {"User-agent: hrefkit\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n", "/a", false},
      {"User-agent: *\nDisallow: /\nUser-agent: hrefkit\nDisallow:\n", "/a", true},
      {"User-agent: HREFKIT/1.0\nDisallow: /a\n", "/a", false},
      {"User-agent: hrefkitten\nDisallow: /a\n", "/a", true},
      {"User-agent: other\nDisallow: /a\n", "/a", true},
      {"User-agent: other\nUser-agent: hrefkit\nDisallow: /a\n", "/a", false},
      {"User-agent: hrefkit\nUser-agent: other\n\nDisallow: /a\n", "/a", false},
      {"User-agent: hrefkit\nDisallow: /a\nUser-agent: other\nDisallow: /b\n", "/b", true},
      {"User-agent: hrefkit\nDisallow: /a\nUser-agent: hrefkit\nDisallow: /b\n", "/a", false},
      {"User-agent: hrefkit\nDisallow: /a\nUser-agent: hrefkit\nDisallow: /b\n", "/b", false},
      {"User-agent: hrefkit\n\nUser-agent: *\nDisallow: /\n", "/x", false},
      {"User-agent: hrefkit\nSitemap: /s.xml\nUser-agent: x\nDisallow: /\n", "/x", false},
      {"User-agent: other\nCrawl-delay: 1\nUser-agent: *\nDisallow: /\n", "/x", false},
      {"Disallow: /a\n", "/a", true},
      // the longest match; Allow wins ties
      {star + "Disallow: /a\nAllow: /a/b\n", "/a/b/c", true},
      {star + "Allow: /a/b\nDisallow: /a\n", "/a/c", false},
      {star + "Disallow: /a\nAllow: /a\n", "/a", true},
      {star + "Allow: /a\nDisallow: /a\n", "/a", true},
      {star + "Disallow: /a/*\nAllow: /a/b\n", "/a/b", true},
      {star + "Allow: /$\nDisallow: /\n", "/", true},
      {star + "Allow: /$\nDisallow: /\n", "/x", false},
      // * and $
      {star + "Disallow: *.php\n", "/a/b.php5", false},
      {star + "Disallow: /*.php$\n", "/a/b.php", false},
      {star + "Disallow: /*.php$\n", "/a/b.php?x", true},
      {star + "Disallow: /*.php$\n", "/a.php/b.php", false},
      {star + "Disallow: /a*b*c\n", "/a-b-c-d", false},
      {star + "Disallow: /a*b*c\n", "/a-c-b", true},
      {star + "Disallow: /a*\n", "/a", false},
      {star + "Disallow: /**a\n", "/a", false},
      {star + "Disallow: /a$b\n", "/a$b", false},
      {star + "Disallow: /a$\n", "/a", false},
      {star + "Disallow: *\n", "/a", false},
      {star + "Disallow: $\n", "/a", true},
      {star + "Disallow: /*aab$\n", "/aaab", false},
      {star + "Disallow: /*ab*ab$\n", "/ab", true},
      // percent-encoding
      {star + "Disallow: /%61\n", "/a", false},
      {star + "Disallow: /a\n", "/%61", false},
      {star + "Disallow: /\xC3\xA9\n", "/%C3%A9", false},
      {star + "Disallow: /%c3%a9\n", "/%C3%A9", false},
      {star + "Disallow: /a%2Fb\n", "/a/b", true},
      {star + "Disallow: /a%2fb\n", "/a%2Fb", false},
      {star + "Disallow: /%\n", "/%", false},
      {star + "Disallow: /%2\n", "/%2", false},
      {star + "Disallow: /a b\n", "/a%20b", false},
      {star + "Disallow: /a?b\n", "/a?b=c", false},
      // the lines
      {"\xEF\xBB\xBFUser-agent: *\rDisallow: /a\r", "/a", false},
      {"user-AGENT :  * \r\n dISALLOW\t:/a # no\r\n", "/a", false},
      {"User-agent: * # all\nDisallow: /a#b\n", "/a", false},
      {"User-agent: *\n<html>\nDisallow: /a", "/a", false},
      {"User-agent: *\nDisallow /a\n", "/a", true},
      {std::string("User-agent: *\nDisallow: /\0a\n", 27), "/%00a", false},
  };
  for (Case const& c : cases) {
    INFO(c.file << "\n-- " << c.path);
    CHECK(net::Robots::parse(c.file, "hrefkit").allows(c.path) == c.is_allowed);
  }
  CHECK(net::Robots().allows("/x"));
  CHECK(!net::Robots::forbidding_all().allows("/x"));
}

TEST_CASE("politeness: Crawl-delay and Sitemap lines of robots.txt") {
  struct Case {
    std::string file;
    long long delay;  // in milliseconds; -1: none
    std::string sitemaps;
  };
  const std::vector<Case> cases{
      {"", -1, ""},
      {"User-agent: *\nCrawl-delay: 5\n", 5000, ""},
      {"User-agent: *\nCrawl-delay: 0.25\n", 250, ""},
      {"User-agent: *\nCrawl-delay: .5\n", 500, ""},
      {"User-agent: *\nCrawl-delay: 1\nCrawl-delay: 3\n", 3000, ""},
      {"User-agent: *\nCrawl-delay: x\n", -1, ""},
      {"User-agent: *\nCrawl-delay: -1\n", -1, ""},
      {"User-agent: *\nCrawl-delay: .\n", -1, ""},
      {"User-agent: x\nCrawl-delay: 5\n", -1, ""},
      {"User-agent: *\nCrawl-delay: 99999999999999999999\n", 31'622'400'000, ""},
      {"Sitemap: https://a.example/1.xml\nUser-agent: x\nsitemap: /2.xml\nSitemap:\n", -1,
       "https://a.example/1.xml /2.xml "},
  };
  for (Case const& c : cases) {
    INFO(c.file);
    const auto robots = net::Robots::parse(c.file, "hrefkit");
    CHECK((robots.crawl_delay() ? robots.crawl_delay()->count() : -1) == c.delay);
    std::string sitemaps;
    for (std::string const& each : robots.sitemaps()) sitemaps += each + ' ';
    CHECK(sitemaps == c.sitemaps);
  }
}

TEST_CASE("politeness: a page of HTML is no robots.txt") {
  for (char const* file : {"<!doctype html>\nUser-agent: *\nDisallow: /\nSitemap: /s\n",
                           "\xEF\xBB\xBF \n<html>\nUser-agent: *\nDisallow: /\n"}) {
    const auto robots = net::Robots::parse(file, "hrefkit");
    CHECK(robots.is_page());
    CHECK(robots.allows("/a"));
    CHECK(robots.sitemaps().empty());
  }
  const auto robots = net::Robots::parse("# <html>\nUser-agent: *\nDisallow: /\n", "hrefkit");
  CHECK(!robots.is_page());
  CHECK(!robots.allows("/a"));
}

TEST_CASE("politeness: 500 KiB of robots.txt count") {
  std::string file = "User-agent: *\nDisallow: /a\n#";
  file.resize(net::max_robots_bytes - 1, 'x');
  file += '\n';
  const std::string after = file + "Disallow: /b\n";
  CHECK(!net::Robots::parse(after, "hrefkit").allows("/a"));
  CHECK(net::Robots::parse(after, "hrefkit").allows("/b"));
  const std::string at_limit = "Disallow: /private\n";
  for (std::size_t inside = 1; inside < at_limit.size(); ++inside) {
    std::string cut = "User-agent: *\nDisallow: /a\n#";
    cut.resize(net::max_robots_bytes - inside - 1, 'x');
    cut += '\n' + at_limit;
    INFO(inside);
    const auto robots = net::Robots::parse(cut, "hrefkit");
    CHECK(!robots.allows("/a"));
    CHECK(robots.allows("/private"));
    CHECK(robots.allows("/public"));
  }
}

// Each star of a pattern could try each place of the path, for each rule: it does not.
TEST_CASE("politeness: hostile patterns take linear time", "[growth]") {
  std::string rules = "User-agent: *\n";
  const std::string pattern =
      "Disallow: /*" + std::string(900, 'a') + "*b*" + std::string(900, 'a') + "$\n";
  while (rules.size() + pattern.size() < net::max_robots_bytes) rules += pattern;
  const auto robots = net::Robots::parse(rules, "hrefkit");
  CHECK(robots.allows("/" + std::string(2000, 'a')));
}

}  // namespace hrefkit::test
