// Numbers for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hrefkit::text {

/// The number with commas between thousands: "1,234".
inline std::string grouped_number(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

/// A number and what is counted: "1 file", "1,204 files".
inline std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return grouped_number(number).append(" ").append(number == 1 ? one : many);
}

}  // namespace hrefkit::text
