#include "hrefkit/net/robots.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/net/robots_rules.h"
#include "support/run_cost.h"

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

// A plain reference implementation of the rules: RFC 9309, 2.2.2.
struct PlainRules {
  std::vector<net::RobotsRules::Rule> rules;

  static bool matches(std::string_view pattern, std::string_view path) {
    if (pattern.empty()) return true;
    if (pattern == "$") return path.empty();
    if (pattern.front() == '*') {
      for (std::size_t i = 0; i <= path.size(); ++i) {
        if (matches(pattern.substr(1), path.substr(i))) return true;
      }
      return false;
    }
    return !path.empty() && path.front() == pattern.front() &&
           matches(pattern.substr(1), path.substr(1));
  }

  net::RobotsVerdict judge(std::string_view path) const {
    net::RobotsRules::Rule const* longest = nullptr;
    for (net::RobotsRules::Rule const& rule : rules) {
      if (!matches(rule.pattern, path)) continue;
      const bool is_longer = longest == nullptr || rule.pattern.size() > longest->pattern.size() ||
                             (rule.pattern.size() == longest->pattern.size() && rule.allows);
      if (is_longer) longest = &rule;
    }
    return longest == nullptr || longest->allows ? net::RobotsVerdict::allowed
                                                 : net::RobotsVerdict::forbidden;
  }
};

// Lists short and long, so that they have no index and have one; few letters, so that pieces meet.
TEST_CASE("politeness: random rules of robots.txt say what the plain reading of the RFC says") {
  std::mt19937 random(1);
  const auto number = [&](std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
  };
  const auto text = [&](std::string_view letters, std::size_t max) {
    std::string made;
    for (std::size_t i = number(max + 1); i != 0; --i) made += letters[number(letters.size())];
    return made;
  };
  std::size_t forbidden = 0;
  std::size_t judged = 0;
  for (int round = 0; round < 1'500; ++round) {
    PlainRules plain;
    const std::size_t count = 1 + number(round % 3 == 0 ? 4 : 120);
    const std::string_view letters = round % 2 == 0 ? "ab**$" : "abc/*";
    for (std::size_t i = 0; i < count; ++i) {
      std::string pattern = (number(4) == 0 ? "" : "/") + text(letters, 9);
      if (number(4) == 0) pattern += '$';
      if (!pattern.empty()) plain.rules.push_back({number(2) == 0, pattern});
    }
    const net::RobotsRules rules(plain.rules);
    for (int i = 0; i < 20; ++i) {
      const std::string path = "/" + text(round % 2 == 0 ? "ab$" : "abc/", 14);
      const net::RobotsVerdict expected = plain.judge(path);
      if (rules.judge(path) == expected) {
        forbidden += expected == net::RobotsVerdict::forbidden ? 1 : 0;
        ++judged;
        continue;
      }
      for (auto const& rule : plain.rules)
        UNSCOPED_INFO((rule.allows ? "+ " : "- ") << rule.pattern);
      FAIL_CHECK(path);
    }
  }
  CHECK(judged == 30'000);
  CHECK(forbidden > 5'000);
  CHECK(judged - forbidden > 5'000);
}

// The cost that a hostile robots.txt could cause: rules times the length of URLs times their
// number.
TEST_CASE("politeness: 500 KB of robots.txt and many long URLs are matched in linear time",
          "[growth]") {
  const auto file_of = [](auto const& rule_of) {
    std::string rules = "User-agent: *\n";
    for (std::size_t i = 0;; ++i) {
      const std::string rule = "Disallow: " + rule_of(i) + "\n";
      if (rules.size() + rule.size() > net::max_robots_bytes) return rules;
      rules += rule;
    }
  };
  const auto repeated = [](std::string_view text, std::size_t times) {
    std::string made;
    while (times-- != 0) made += text;
    return made;
  };
  const std::string many_a(900, 'a');
  const std::string word = "abcdefghijklmnopqrstuvwxyz";
  struct Case {
    std::string_view name;
    std::string file;
    std::string path;
    net::RobotsVerdict verdict;
  };
  using Verdict = net::RobotsVerdict;
  const std::vector<Case> cases{
      {"the same rule", file_of([&](std::size_t) { return "/*" + many_a + "*b*" + many_a + "$"; }),
       "/" + std::string(2000, 'a'), Verdict::allowed},
      {"pieces that are all in the URL",
       file_of([&](std::size_t i) { return "/*aa" + std::to_string(i) + "*a*a*a*a*a*a*a*b"; }),
       "/" + repeated("aa1aa2aa3aa4aa5aa6aa7aa8aa9", 70), Verdict::allowed},
      {"long pieces", file_of([&](std::size_t i) {
         return "/*" + std::string(100 + i % 400, 'a') + "*" + std::string(i % 97, 'a') + "b$";
       }),
       "/" + std::string(1990, 'a'), Verdict::too_costly},
      {"a piece that all rules share",
       file_of([&](std::size_t i) { return "/*" + word + "*" + std::to_string(i); }),
       "/" + repeated(word, 75), Verdict::too_costly},
      {"ends", file_of([&](std::size_t i) { return "/*a" + std::string(i % 300, 'b') + "*a$"; }),
       "/" + repeated("a" + std::string(299, 'b'), 6), Verdict::allowed},
      {"short pieces", file_of([&](std::size_t i) {
         return "/*" + std::string(1, static_cast<char>('a' + i % 26)) + repeated("*a", i % 900) +
                "*z";
       }),
       "/" + repeated("abcdefghijklmnopqrstuvwxy", 80), Verdict::too_costly},
      {"plain rules", file_of([&](std::size_t i) { return "/a" + std::to_string(i); }),
       "/a" + std::string(1990, '9'), Verdict::forbidden},
      {"plain rules, each the front of the next",
       file_of([&](std::size_t i) { return "/" + std::string(i % 1000, 'a') + "b"; }),
       "/" + std::string(1990, 'a'), Verdict::allowed},
      {"stars", "User-agent: *\nDisallow: /" + repeated("*a", 240'000) + "\n",
       "/" + std::string(1990, 'a'), Verdict::allowed},
      {"nothing but stars", "User-agent: *\nDisallow: /" + std::string(480'000, '*') + "b\n",
       "/" + std::string(1990, 'a'), Verdict::allowed},
      {"encoded bytes", file_of([&](std::size_t i) { return "/*%c3%a9%20" + std::to_string(i); }),
       "/" + repeated("%c3%a9", 330), Verdict::allowed},
  };
  constexpr std::size_t urls = 10'000;
  for (Case const& c : cases) {
    INFO(c.name);
    const auto robots = net::Robots::parse(c.file, "hrefkit");
    CHECK(robots.judge(c.path) == c.verdict);
    if (!can_measure_cost()) continue;
    const RunCost cost = cost_of([&] {
      const auto parsed = net::Robots::parse(c.file, "hrefkit");
      std::size_t allowed = 0;
      for (std::size_t i = 0; i < urls; ++i) {
        if (parsed.allows(c.path)) ++allowed;
      }
      if (allowed != (c.verdict == Verdict::allowed ? urls : 0)) throw std::logic_error("answers");
    });
    CHECK(cost.succeeded());
    CHECK(cost.seconds < allowed_seconds(c.file.size()));
    CHECK(cost.peak_bytes < allowed_bytes(c.file.size()));
  }
}

// The largest files that people write stay far below the limit of steps.
TEST_CASE("politeness: a long robots.txt of a shop is matched in full") {
  std::string file = "User-agent: *\n";
  for (int i = 0; i < 6'000; ++i) {
    const std::string name = std::to_string(i);
    file += "Disallow: /*?*filter" + name + "=\nDisallow: /shop" + name + "/*/print$\n";
    file += "Allow: /shop" + name + "/\nDisallow: */sort-" + name + "*page=*&\n";
  }
  const auto robots = net::Robots::parse(file, "hrefkit");
  const std::string query = std::string(1'500, 'q');
  CHECK(robots.judge("/shop17/a/b?x=" + query) == net::RobotsVerdict::allowed);
  CHECK(robots.judge("/shop17/a/print") == net::RobotsVerdict::forbidden);
  CHECK(robots.judge("/shop17/a/print?x") == net::RobotsVerdict::allowed);
  CHECK(robots.judge("/a/sort-5/" + query + "page=7&x") == net::RobotsVerdict::forbidden);
  CHECK(robots.judge("/a?" + query + "&filter4711=x") == net::RobotsVerdict::forbidden);
}

TEST_CASE("robots: encoded stars and dollars are bytes, as RFC 9309 2.2.3 shows") {
  const auto allows = [](std::string const& pattern, std::string_view path) {
    return net::Robots::parse("User-agent: *\nDisallow: " + pattern + "\n", "hrefkit")

               .judge(path) == net::RobotsVerdict::allowed;
  };
  CHECK_FALSE(allows("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"));
  CHECK_FALSE(allows("/path/file-with-a-%2a.html", "/path/file-with-a-%2A.html"));
  CHECK(allows("/path/file-with-a-%2A.html", "/path/file-with-a-x.html"));
  CHECK_FALSE(allows("/path/foo-%24", "/path/foo-$"));
  CHECK_FALSE(allows("/path/foo-%24", "/path/foo-$x"));
  CHECK(allows("/path/foo-%24", "/path/foo-"));
  CHECK_FALSE(allows("/a$b", "/a$b"));
  CHECK_FALSE(allows("/a$b", "/a%24b"));
  CHECK_FALSE(allows("/a*b$", "/a*b"));
  CHECK(allows("/a*b$", "/a*b$"));
}

}  // namespace hrefkit::test
