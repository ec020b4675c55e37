#include "hrefkit/cli/format/row_buffer.h"

#include <array>
#include <cstddef>

namespace hrefkit::cli {

// Not in the header: a compiler takes most of a second to compute it.
constexpr std::array<std::array<char, 4>, 10'000> four_digits = [] {
  std::array<std::array<char, 4>, 10'000> all{};
  for (std::size_t value = 0; value < all.size(); ++value) {
    std::size_t rest = value;
    for (std::size_t i = 4; i-- > 0; rest /= 10) all[value][i] = static_cast<char>('0' + rest % 10);
  }
  return all;
}();

}  // namespace hrefkit::cli
