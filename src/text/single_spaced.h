// Tells the texts that need no care for white space.
#pragma once

#include <string_view>

namespace hrefkit::text {

/// True where all of a text is visible ASCII and spaces, with no two spaces side by side. It may be
/// false for a text of less than four bytes although all is so.
bool is_single_spaced(std::string_view text);

}  // namespace hrefkit::text
