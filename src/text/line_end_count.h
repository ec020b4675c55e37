// Counting line ends, many bytes at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// Line ends in a part of a text.
struct LineEndCount {
  std::size_t count = 0;
  std::size_t last_line = 0;  ///< where the line after the last of them begins; 0 without line ends
};

/// The line ends (LF, CR LF or a lone CR) that end in `text` from offset `begin` up to `end`. The
/// CR of a CR LF that `end` divides does not count.
LineEndCount count_line_ends(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace hrefkit::text
