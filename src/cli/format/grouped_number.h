// Numbers for people.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// The number with commas between thousands: "1,234".
std::string grouped_number(std::uint64_t number);

/// A number and what is counted: "1 file", "1,204 files".
std::string counted(std::size_t number, std::string_view one, std::string_view many);

}  // namespace hrefkit::cli
