// Facts about the values of an enum, such as their names, in one table.
//
//   constexpr EnumTable<Fruit::pear> fruits({{Fruit::apple, "apple"}, {Fruit::pear, "pear"}});
//   fruits[Fruit::pear].name   // "pear"
//   fruits.find("apple")       // Fruit::apple
//
// A table of names only is a range of EnumName, as `EnumNames` views it. (text/name_table.h is for
// names in pages, where each look-up counts: it hashes.)
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace hrefkit::text {

/// The row of a table that knows names only.
template <typename Enum>
struct EnumName {
  Enum value;
  std::string_view name;
};

/// Values of an enum with their names: all of them or some.
template <typename Enum>
using EnumNames = std::span<EnumName<Enum> const>;

/// The value of that name.
template <typename Enum>
constexpr std::optional<Enum> value_of(EnumNames<Enum> names, std::string_view name) {
  for (EnumName<Enum> const& row : names) {
    if (row.name == name) return row.value;
  }
  return std::nullopt;
}

/// The name of a value; empty where it has none.
template <typename Enum>
constexpr std::string_view name_of(EnumNames<Enum> names, Enum value) {
  for (EnumName<Enum> const& row : names) {
    if (row.value == value) return row.name;
  }
  return {};
}

/// The values of an enum up to `Last`, by the names that its function `name` gives them.
template <auto Last>
EnumNames<decltype(Last)> names_up_to() {
  static const auto names = [] {
    std::array<EnumName<decltype(Last)>, static_cast<std::size_t>(Last) + 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto value = static_cast<decltype(Last)>(i);
      all[i] = {value, name(value)};
    }
    return all;
  }();
  return names;
}

/// One row for each value of an enum, from 0 to `Last`, in their order. A table in which a row is
/// missing or in the wrong place does not compile. A `Row` has a member `value`, and `name` where
/// `find` is used.
template <auto Last, typename Row = EnumName<decltype(Last)>>
class EnumTable {
 public:
  using Enum = decltype(Last);
  static constexpr std::size_t row_count = static_cast<std::size_t>(Last) + 1;

  consteval explicit EnumTable(Row const (&rows)[row_count]) {
    for (std::size_t i = 0; i < row_count; ++i) {
      if (rows[i].value != static_cast<Enum>(i)) throw "a row is not in its place";
      rows_[i] = rows[i];
    }
  }

  constexpr Row const& operator[](Enum value) const {
    assert(static_cast<std::size_t>(value) < row_count);
    return rows_[static_cast<std::size_t>(value)];
  }

  /// The first value of that name, if there is one.
  constexpr std::optional<Enum> find(std::string_view name) const {
    for (Row const& row : rows_) {
      if (row.name == name) return row.value;
    }
    return std::nullopt;
  }

  constexpr auto begin() const { return rows_.begin(); }
  constexpr auto end() const { return rows_.end(); }

 private:
  std::array<Row, row_count> rows_{};
};

}  // namespace hrefkit::text
