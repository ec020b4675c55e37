// The keys of rows, with what stands around them in JSON made by the compiler.
//
//   row.number("line"_key, 3);
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace hrefkit::cli {

/// A text that can be a template's argument.
template <std::size_t Size>
struct KeyText {
  // NOLINTNEXTLINE(google-explicit-constructor): stands for a string literal
  consteval KeyText(char const (&literal)[Size]) { std::copy_n(literal, Size, text); }
  char text[Size] = {};
};

/// The key of a field. It needs no escapes in JSON.
template <KeyText Text>
struct FieldKey {
  static constexpr std::size_t length = sizeof(Text.text) - 1;
  static constexpr std::string_view name{Text.text, length};

  /// `,"key":`
  static constexpr auto json = [] {
    std::array<char, length + 4> text{',', '"'};
    std::copy_n(Text.text, length, text.begin() + 2);
    text[length + 2] = '"';
    text[length + 3] = ':';
    return text;
  }();
};

// constexpr, not consteval: clang 14 calls a consteval literal operator at run time.
template <KeyText Text>
constexpr FieldKey<Text> operator""_key() {
  return {};
}

}  // namespace hrefkit::cli
