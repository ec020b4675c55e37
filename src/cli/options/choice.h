// Values that an option can have, and their names. A type's names stand in one table; checking,
// help, suggestions and the configuration file all ask it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace hrefkit::cli {

/// A value and its name on the command line.
template <typename T>
struct Choice {
  T value;
  std::string_view name;
};

/// The table of a type: each one is a specialisation of this, in choices.cpp or beside the type.
template <typename T>
std::span<Choice<T> const> choices();

/// A table of all values of an enum up to `Last`, by the names that its library gives them.
template <auto Last>
std::span<Choice<decltype(Last)> const> named_choices() {
  static const auto table = [] {
    std::array<Choice<decltype(Last)>, static_cast<std::size_t>(Last) + 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto value = static_cast<decltype(Last)>(i);
      all[i] = {value, name(value)};
    }
    return all;
  }();
  return table;
}

/// The value of that name.
template <typename T>
std::optional<T> choice_from_name(std::string_view name) {
  for (Choice<T> const& choice : choices<T>()) {
    if (choice.name == name) return choice.value;
  }
  return std::nullopt;
}

/// The name of a value, which must be in the table.
template <typename T>
std::string_view choice_name(T value) {
  for (Choice<T> const& choice : choices<T>()) {
    if (choice.value == value) return choice.name;
  }
  return {};
}

/// All names in the order of the table.
template <typename T>
std::vector<std::string> choice_names() {
  std::vector<std::string> names;
  for (Choice<T> const& choice : choices<T>()) names.emplace_back(choice.name);
  return names;
}

/// The names with `separator` between.
std::string joined(std::span<std::string const> names, std::string_view separator = ", ");

/// What is wrong with a word that is not one of `names`.
std::string unknown_choice(std::string_view word, std::span<std::string const> names);

}  // namespace hrefkit::cli
