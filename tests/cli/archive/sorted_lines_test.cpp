#include "hrefkit/cli/archive/sorted_lines.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <string>

namespace hrefkit::test {

namespace {

std::string sorted(cli::SortedLines& lines) {
  std::string all;
  lines.emit([&](std::string_view piece) {
    all += piece;
    return true;
  });
  return all;
}

}  // namespace

TEST_CASE("lines are sorted by their bytes, each once") {
  cli::SortedLines lines;
  lines.add("b\na\nb\n\xC3\xA4\nB\na b\na\tb\n\n");
  lines.add("a\n");
  CHECK(sorted(lines) == "\nB\na\na\tb\na b\nb\n\xC3\xA4\n");
  CHECK(sorted(lines).empty());
}

TEST_CASE("what does not fit into memory gives the same") {
  std::mt19937 random(3);
  std::string text;
  std::set<std::string> expected;
  for (int i = 0; i < 20'000; ++i) {
    const std::string line = std::to_string(random() % 9000) + "\n";
    text += line;
    expected.insert(line.substr(0, line.size() - 1));
  }
  std::string wanted;
  for (std::string const& line : expected) wanted += line + "\n";
  for (const std::size_t budget : {100UL, 1000UL, 100'000UL, 10'000'000UL}) {
    cli::SortedLines lines(budget);
    lines.add(text);
    CHECK(sorted(lines) == wanted);
  }
}

}  // namespace hrefkit::test
