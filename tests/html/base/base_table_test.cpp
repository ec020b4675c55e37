#include "hrefkit/html/base/base_table.h"

#include <catch2/catch.hpp>

using namespace hrefkit;
using namespace hrefkit::html;
using text::Encoding;

TEST_CASE("a base URL has one number for each encoding") {
  BaseTable table(url::Standard::whatwg, 0);
  const BaseId id = table.add("https://example.com/a/", Encoding::utf_8);
  CHECK(table.add("https://example.com/a/", Encoding::utf_8) == id);
  CHECK(table.add_relative("../a/", id).value() == id);
  const BaseId legacy = table.in_encoding(id, Encoding::windows_1252);
  CHECK(legacy != id);
  CHECK(table[legacy].url() == table[id].url());
  CHECK(table[legacy].resolver.resolve("?\xC3\xA9").value() == "https://example.com/a/?%E9");
  CHECK(table[id].resolver.resolve("?\xC3\xA9").value() == "https://example.com/a/?%C3%A9");
}

TEST_CASE("a reference that does not resolve gives no base URL") {
  BaseTable table(url::Standard::whatwg, 0);
  const BaseId id = table.add("https://example.com/", Encoding::utf_8);
  CHECK(table.add_relative("http://[", id).error() == BaseError::unresolvable);
}

TEST_CASE("budgets are in proportion to the file, and given again for a change") {
  BaseTable table(url::Standard::whatwg, 100'000);
  const BaseId id = table.add("https://example.com/", Encoding::utf_8);
  const auto add_one = [&](int i) {
    return table.add_relative(std::string(1'000, 'x') + std::to_string(i), id);
  };
  int added = 0;
  while (add_one(added)) ++added;
  CHECK(add_one(added).error() == BaseError::over_budget);
  CHECK(table.kept_bytes() <= BaseTable::free_bytes + BaseTable::bytes_per_file_byte * 100'000);
  CHECK(added > 1'000);
  CHECK(add_one(0));  // one that is known
  table.renew_budget();
  CHECK(add_one(added));
}

TEST_CASE("finding the same base URL again and again is counted, too") {
  BaseTable table(url::Standard::whatwg, 0);
  const BaseId outer =
      table.add("https://example.com/" + std::string(1'000'000, 'x') + "/", Encoding::utf_8);
  int found = 0;
  while (table.add_relative("y", outer)) ++found;
  CHECK(found < 70);
}
