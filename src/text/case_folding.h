// Letters in another case or another Unicode normalization: names that people read as the same.
//
//   fold_case("Über.HTML") == "über.html"
//   fold_name("U\u0308ber.html") == fold_name("über.html")
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::text {

/// `text` in UTF-8 with each code point folded by itself (Unicode, CaseFolding.txt, statuses C and
/// S). Bytes that are not UTF-8 stay as they are.
std::string fold_case(std::string_view text);

/// The same of the text's Normalization Form C (UAX #15). Text that is not UTF-8 is only folded.
std::string fold_name(std::string_view text);

/// `text`, which is valid UTF-8, in upper case by Unicode's full mappings: "ß" is "SS". More than
/// 2 GiB stay as they are.
std::string to_upper(std::string_view text);

}  // namespace hrefkit::text
