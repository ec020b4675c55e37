#include "hrefkit/text/edit_distance.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

namespace hrefkit::text {

namespace {

/// The distance by the definition.
std::size_t whole_distance(std::string const& a, std::string const& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      cost[i][j] = i == 0 ? j : i;
      if (i == 0 || j == 0) continue;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

TEST_CASE("the distance of random words is that of the definition, up to the limit") {
  std::mt19937 random(3);
  const auto word = [&] {
    std::string letters(random() % 12, 'a');
    for (char& letter : letters) letter = static_cast<char>('a' + random() % 3);
    return letters;
  };
  for (int i = 0; i < 20'000; ++i) {
    const std::string a = word();
    const std::string b = word();
    const std::size_t limit = random() % 6;
    CAPTURE(a, b, limit);
    REQUIRE(edit_distance(a, b, limit) == std::min(whole_distance(a, b), limit + 1));
  }
}

TEST_CASE("the distance counts inserted, removed, replaced and swapped bytes") {
  CHECK(edit_distance("", "", 3) == 0);
  CHECK(edit_distance("abc", "abc", 3) == 0);
  CHECK(edit_distance("abc", "abd", 3) == 1);
  CHECK(edit_distance("abc", "ab", 3) == 1);
  CHECK(edit_distance("abc", "xabc", 3) == 1);
  CHECK(edit_distance("abc", "acb", 3) == 1);
  CHECK(edit_distance("abcd", "badc", 3) == 2);
  CHECK(edit_distance("kitten", "sitting", 3) == 3);
}

TEST_CASE("what is past the limit is far") {
  CHECK(edit_distance("abc", "xyz", 2) == 3);
  CHECK(edit_distance("a", "abcdef", 2) == 3);
  const std::string long_word(300, 'a');
  CHECK(edit_distance(long_word, long_word, 2) == 3);
}

}  // namespace hrefkit::text
