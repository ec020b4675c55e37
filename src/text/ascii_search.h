// Searches for words of ASCII in any letter case.
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::text {

/// The first place at or after `from` where `text` has `lower_word` in any ASCII letter case, or
/// npos. The word is in lower case and has at least three bytes.
std::size_t find_ignoring_ascii_case(std::string_view text, std::string_view lower_word,
                                     std::size_t from = 0);

/// The same without AVX2.
std::size_t find_ignoring_ascii_case_portable(std::string_view text, std::string_view lower_word,
                                              std::size_t from = 0);

}  // namespace hrefkit::text
