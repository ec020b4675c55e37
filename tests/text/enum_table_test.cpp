#include "hrefkit/text/enum_table.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::text {

namespace {

enum class Fruit : std::uint8_t { apple, pear, plum };

struct FruitRow {
  Fruit value;
  std::string_view name;
  int stones = 0;
};

constexpr EnumTable<Fruit::plum> names({
    {Fruit::apple, "apple"},
    {Fruit::pear, "pear"},
    {Fruit::plum, "plum"},
});

constexpr EnumTable<Fruit::plum, FruitRow> fruits({
    {Fruit::apple, "apple"},
    {Fruit::pear, "pear"},
    {Fruit::plum, "plum", 1},
});

static_assert(names[Fruit::pear].name == "pear");
static_assert(names.find("plum") == Fruit::plum);
static_assert(fruits[Fruit::plum].stones == 1);

}  // namespace

TEST_CASE("a table gives the row of each value") {
  CHECK(names[Fruit::apple].name == "apple");
  CHECK(names[Fruit::plum].name == "plum");
  CHECK(fruits[Fruit::pear].stones == 0);
}

TEST_CASE("a table finds a value by its exact name") {
  CHECK(names.find("pear") == Fruit::pear);
  CHECK(names.find("Pear") == std::nullopt);
  CHECK(names.find("") == std::nullopt);
}

TEST_CASE("a table lists its rows in the order of the enum") {
  std::string all;
  for (auto const& row : names) all += row.name;
  CHECK(all == "applepearplum");
}

}  // namespace hrefkit::text
