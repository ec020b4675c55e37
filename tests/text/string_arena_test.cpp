#include "hrefkit/text/string_arena.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace hrefkit::text {

namespace {

TEST_CASE("an arena's strings stay what and where they are until it is cleared") {
  std::mt19937 random(1);
  StringArena arena;
  for (int round = 0; round < 4; ++round) {
    std::vector<std::pair<std::string_view, std::string>> kept;
    for (std::size_t bytes = 0; bytes < std::size_t{5} << 20;) {
      // Mostly short strings, and some that are longer than any chunk.
      const std::size_t max_size = random() % 100 == 0 ? std::size_t{3} << 20 : 500;
      std::string text(random() % max_size, static_cast<char>('a' + random() % 26));
      bytes += text.size() + 1;
      const std::string_view copy = arena.keep(text);
      CHECK(copy.data() != nullptr);
      kept.emplace_back(copy, std::move(text));
    }
    std::size_t wrong = 0;
    for (auto const& [copy, text] : kept) wrong += copy == text ? 0 : 1;
    CHECK(wrong == 0);
    arena.clear();
  }
}

TEST_CASE("an arena that is cleared uses its memory again") {
  StringArena arena;
  const std::string text(100, 'x');
  char const* const first = arena.keep(text).data();
  arena.clear();
  CHECK(arena.keep(text).data() == first);
}

}  // namespace

}  // namespace hrefkit::text
