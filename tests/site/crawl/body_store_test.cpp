#include "hrefkit/site/crawl/body_store.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/temporary_folder.h"

namespace hrefkit::site {

TEST_CASE("bodies are kept and read again, and leave no file", "[crawl]") {
  const test::TemporaryFolder folder;
  ::setenv("TMPDIR", ".", 1);
  BodyStore store;
  const std::string large(std::size_t{1} << 20, 'x');
  const auto first = store.add("one");
  const auto empty = store.add("");
  const auto second = store.add(large);
  REQUIRE(first);
  REQUIRE(empty);
  REQUIRE(second);
  CHECK(std::filesystem::is_empty("."));
  std::string buffer = "old";
  REQUIRE(store.read(*second, buffer));
  CHECK(buffer == large);
  REQUIRE(store.read(*first, buffer));
  CHECK(buffer == "one");
  REQUIRE(store.read(*empty, buffer));
  CHECK(buffer.empty());
  CHECK(store.size() == large.size() + 3);
  ::setenv("TMPDIR", "missing", 1);
  BodyStore other;
  CHECK(other.add("x"));  // it waits in memory
  const auto refused = other.add(large);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("missing") != std::string::npos);
  ::unsetenv("TMPDIR");
}

TEST_CASE("bodies are what was added, whether they are written or wait", "[crawl]") {
  const test::TemporaryFolder folder;
  ::setenv("TMPDIR", ".", 1);
  const std::size_t most = BodyStore::max_unwritten;
  const std::size_t sizes[] = {0, 1,        most - 2,     1, 0, 1, most, most + 1,
                               3, most / 2, most / 2 + 1, 5};
  BodyStore store;
  std::vector<std::pair<StoredBody, std::string>> added;
  for (const std::size_t size : sizes) {
    const std::string body(size, static_cast<char>('a' + added.size()));
    const auto place = store.add(body);
    REQUIRE(place);
    added.emplace_back(*place, body);
    for (auto const& [known, text] : added) {
      std::string buffer;
      REQUIRE(store.read(known, buffer));
      CHECK(buffer == text);
    }
  }
  ::unsetenv("TMPDIR");
}

}  // namespace hrefkit::site
