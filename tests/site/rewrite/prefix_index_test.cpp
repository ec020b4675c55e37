#include "hrefkit/site/rewrite/prefix_index.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/rewrite_policy.h"
#include "support/run_cost.h"

namespace hrefkit::site {

namespace {

/// The same answer by asking each prefix.
std::optional<std::size_t> find_simply(std::vector<std::string_view> const& prefixes,
                                       std::string_view url) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    if (!covered_length(url, prefixes[i])) continue;
    if (!best || prefixes[i].size() > prefixes[*best].size()) best = i;
  }
  return best;
}

/// Random URLs of few different pieces, so that prefixes of them are prefixes of each other.
class Urls {
 public:
  explicit Urls(std::uint32_t seed) : random_(seed) {}

  std::string prefix() { return url(any_of(pieces_of_prefixes_)); }
  std::string url() { return url(any_of(pieces_of_urls_)); }
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }

 private:
  using Pieces = std::vector<std::string_view>;

  Pieces const& any_of(std::vector<Pieces> const& lists) { return lists[below(lists.size())]; }
  std::string url(Pieces const& pieces) {
    std::string text = below(8) == 0 ? "http://g" : "http://h";
    for (std::size_t left = below(7); left > 0; --left) text += pieces[below(pieces.size())];
    return text;
  }

  std::mt19937 random_;
  std::vector<Pieces> pieces_of_prefixes_ = {
      {"/a", "/b", "/"},
      {"/a", "/*", "/*"},
      {"/a", "/b", "/*", "/", "/*a", "*", "?", "?a", "#", "#a", "a"}};
  std::vector<Pieces> pieces_of_urls_ = {
      {"/a", "/b"}, {"/a", "/b", "/"}, {"/a", "/b", "/*", "/", "/c", "a", "?", "?a", "#", "#a"}};
};

std::vector<std::string> many(std::size_t count, std::string_view text) {
  std::vector<std::string> made;
  const std::size_t mark = text.find('N');
  for (std::size_t i = 0; i < count; ++i) {
    made.push_back(std::string(text.substr(0, mark)) + std::to_string(i) +
                   std::string(text.substr(mark + 1)));
  }
  return made;
}

}  // namespace

TEST_CASE("an index of prefixes finds what a search through all of them finds") {
  Urls urls(1);
  std::size_t found = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::string> texts(urls.below(round % 10 == 0 ? 300 : 12));
    for (std::string& text : texts) text = urls.prefix();
    const std::vector<std::string_view> prefixes(texts.begin(), texts.end());
    const PrefixIndex index(prefixes);
    for (int i = 0; i < 60; ++i) {
      const std::string url = urls.url();
      const auto expected = find_simply(prefixes, url);
      found += expected ? 1 : 0;
      CAPTURE(url, texts);
      REQUIRE(index.find(url) == expected);
    }
  }
  CHECK(found > 20'000);
}

TEST_CASE("a segment * matches one segment that is not empty") {
  struct Row {
    std::string_view prefix, url;
    bool covers;
  };
  for (Row const& row : std::array{
           Row{"http://h/*", "http://h/a", true},
           Row{"http://h/*", "http://h/a/b", true},
           Row{"http://h/*", "http://h/", false},
           Row{"http://h/*", "http://h//a", false},
           Row{"http://h/*/b", "http://h/a/b?q", true},
           Row{"http://h/*/b", "http://h/a/bc", false},
           Row{"http://h/*/", "http://h/a", false},
           Row{"http://h/*/", "http://h/a/", true},
           Row{"http://h/*a", "http://h/ba", false},
           Row{"http://h/*?q", "http://h/*?q#f", true},
           Row{"http://h/*/a?q", "http://h/x/a?q#f", true},
           Row{"http://h/*/a?q", "http://h/x/a?q/r", false},
           Row{"http://h/*/a#f", "http://h/x/a#f", true},
           Row{"http://h/*/a#f", "http://h/x/a#f/g", false},
       }) {
    INFO(row.prefix << ' ' << row.url);
    CHECK(covered_length(row.url, row.prefix).has_value() == row.covers);
    const std::array prefixes{row.prefix};
    CHECK(PrefixIndex(prefixes).find(row.url).has_value() == row.covers);
  }
}

TEST_CASE("ten thousand rules cost as little as their texts and the URLs") {
  if (!test::can_measure_cost()) return;
  constexpr std::size_t count = 10'000;
  constexpr std::size_t url_count = 200'000;
  const std::string deep = "https://h.example/*/*/*/*/*/*/*/*/yN";
  struct Row {
    std::string_view name;
    std::vector<std::string> rules, urls;
  };
  std::vector<std::string> both;  // each of 13 segments is either `*` or a
  for (std::size_t i = 0; i < 8192; ++i) {
    std::string& rule = both.emplace_back("https://h.example");
    for (std::size_t bit = 0; bit < 13; ++bit) rule += (i >> bit & 1) != 0 ? "/*" : "/a";
  }
  std::vector<std::string> nested{"https://h.example/"};
  for (std::size_t i = 0; i < 2'000; ++i) nested.push_back(nested.back() + "a/");
  for (Row const& row : std::vector<Row>{
           {"plain", many(count, "https://h.example/pN/"),
            many(url_count, "https://h.example/pN/x")},
           {"deep stars", many(count, deep),
            many(url_count, "https://h.example/a/b/c/d/e/f/g/h/yN")},
           {"early literal", many(count, "https://h.example/xN/*/y"),
            many(url_count, "https://h.example/xN/a/y")},
           {"hosts", many(count, "https://hN.example/"), many(url_count, "https://hN.example/x")},
           {"stars or not", both, many(url_count, "https://h.example/a/a/a/a/a/a/a/a/a/a/a/a/a/N")},
           {"nested", nested, many(count, nested[1000] + "bN")},
       }) {
    INFO(row.name);
    const test::RunCost cost = test::cost_of([&] {
      Rebases rebases;
      for (std::string const& rule : row.rules) rebases.add(rule, "https://n.example/");
      std::size_t moved = 0;
      for (std::string const& url : row.urls) moved += rebases.apply(url) ? 1 : 0;
      std::_Exit(moved >= count || moved >= row.rules.size() ? 0 : 1);
    });
    CHECK(cost.succeeded());
    std::size_t size = 0;
    for (std::string const& url : row.urls) size += url.size();
    CHECK(cost.seconds < test::allowed_seconds(size) / 2);
    CHECK(cost.peak_bytes < test::allowed_bytes(size));
  }
}

}  // namespace hrefkit::site
