#include "hrefkit/html/scan/byte_search.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>

using namespace hrefkit::html::scan;

namespace {

/// A copy without a byte behind it, so that a sanitizer sees what is read there.
struct Exact {
  explicit Exact(std::string const& text)
      : bytes(std::make_unique<char[]>(text.size())), size(text.size()) {
    text.copy(bytes.get(), size);
  }
  char const* begin() const { return bytes.get(); }
  char const* end() const { return bytes.get() + size; }

  std::unique_ptr<char[]> bytes;
  std::size_t size;
};

/// Goes through a text in steps as a scanner does: each search begins behind what was found.
template <class Lanes>
void search_in_steps(Exact const& text, std::mt19937& random, std::size_t longest_step) {
  LessThanSearch<Lanes> search(text.begin(), text.end());
  char const* at = text.begin();
  while (true) {
    char const* expected = at;
    while (expected < text.end() && *expected != '<') ++expected;
    char const* const found = search.find(at);
    REQUIRE(found - text.begin() == expected - text.begin());
    if (found == text.end()) return;
    const auto rest = static_cast<std::size_t>(text.end() - found);
    at = found + 1 + random() % std::min(rest, longest_step);
  }
}

}  // namespace

TEST_CASE("each < is found, wherever the search before ended") {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string text(random() % 400, 'x');
    const std::size_t gap = 1 + random() % 90;
    for (char& c : text) {
      if (random() % gap == 0) c = '<';
    }
    CAPTURE(text);
    const Exact exact(text);
    for (const std::size_t longest_step : {std::size_t{1}, std::size_t{20}, std::size_t{300}}) {
      search_in_steps<BestLanes>(exact, random, longest_step);
      search_in_steps<PortableLanes>(exact, random, longest_step);
    }
  }
}

TEST_CASE("the end of a value is found, and whether it needs decoding") {
  for (std::size_t size = 0; size < 50; ++size) {
    for (std::size_t quote = 0; quote <= size; ++quote) {
      for (std::size_t coded_at = 0; coded_at <= size; ++coded_at) {
        std::string text(size, 'x');
        if (coded_at < size) text[coded_at] = '&';
        if (quote < size) text[quote] = '"';
        const Exact exact(text);
        bool coded = false;
        char const* const end = find_value_end<BestLanes>(exact.begin(), exact.end(), '"', coded);
        CHECK(static_cast<std::size_t>(end - exact.begin()) == quote);
        CHECK(coded == (coded_at < quote));
      }
    }
  }
}
