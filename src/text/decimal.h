// Whole numbers in decimal digits.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace hrefkit::text {

/// The number that all of `text` is: digits, behind a "-" where `Number` has a sign. Nothing where
/// there is anything else, white space and "+" too, or the number does not fit.
template <typename Number>
std::optional<Number> parse_decimal(std::string_view text) {
  Number number = 0;
  char const* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  return number;
}

}  // namespace hrefkit::text
