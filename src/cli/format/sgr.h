// The colours and weights of text on a terminal: "select graphic rendition" (ECMA-48, 8.3.117).
#pragma once

#include <string_view>

namespace hrefkit::cli::sgr {

inline constexpr std::string_view plain = "\x1B[0m";
inline constexpr std::string_view bold = "\x1B[1m";
inline constexpr std::string_view dim = "\x1B[2m";
inline constexpr std::string_view red = "\x1B[31m";
inline constexpr std::string_view green = "\x1B[32m";
inline constexpr std::string_view yellow = "\x1B[33m";
inline constexpr std::string_view cyan = "\x1B[36m";

}  // namespace hrefkit::cli::sgr
