#include "hrefkit/site/crawl/body_store.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

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
  const auto refused = other.add("x");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("missing") != std::string::npos);
  ::unsetenv("TMPDIR");
}

}  // namespace hrefkit::site
