#include "hrefkit/cli/format/grouped_number.h"

namespace hrefkit::cli {

std::string grouped_number(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
  return grouped_number(number).append(" ").append(number == 1 ? one : many);
}

}  // namespace hrefkit::cli
