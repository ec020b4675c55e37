// Letters in another case: what a file system that ignores case takes for the same name.
//
//   equals_ignoring_case("Über.html", "über.HTML")   // true
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::text {

/// `text` in UTF-8 with each code point folded by itself (Unicode, CaseFolding.txt, statuses C and
/// S). Bytes that are not UTF-8 stay as they are.
std::string fold_case(std::string_view text);

/// True when both texts fold to the same.
bool equals_ignoring_case(std::string_view a, std::string_view b);

}  // namespace hrefkit::text
