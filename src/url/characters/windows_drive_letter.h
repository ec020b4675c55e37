// Windows drive letters in file URLs (URL standard 4.2).
#pragma once

#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

/// A letter and ":" or "|".
constexpr bool is_windows_drive_letter(std::string_view text) {
  return text.size() == 2 && text::ascii_alpha.contains(text[0]) &&
         (text[1] == ':' || text[1] == '|');
}

/// A letter and ":".
constexpr bool is_normalized_windows_drive_letter(std::string_view text) {
  return is_windows_drive_letter(text) && text[1] == ':';
}

/// A drive letter that ends there or is followed by "/", "\", "?" or "#".
constexpr bool starts_with_windows_drive_letter(std::string_view text) {
  constexpr text::ByteSet ends{"/\\?#"};
  return is_windows_drive_letter(text.substr(0, 2)) && (text.size() == 2 || ends.contains(text[2]));
}

}  // namespace hrefkit::url
