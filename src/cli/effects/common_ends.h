// What two URLs have in common.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::cli {

/// The bytes that two URLs share at their beginnings and at their ends.
struct CommonEnds {
  std::size_t prefix = 0;
  std::size_t suffix = 0;
};

/// The common ends of two URLs in whole components: what lies between them begins and ends at a
/// slash, at `?`, at `#`, or at an end of the URL.
CommonEnds common_ends(std::string_view a, std::string_view b);

}  // namespace hrefkit::cli
