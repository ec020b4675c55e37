// Single-dot and double-dot path segments, also written with "%2e" (URL standard 4.1).
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

/// The meaning of a path segment.
enum class SegmentKind : std::uint8_t { ordinary, single_dot, double_dot };

/// The length of "." or "%2e" at the start of `text`, or 0.
constexpr std::size_t leading_dot_length(std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] == '.') return 1;
  const bool encoded =
      text.size() >= 3 && text[0] == '%' && text[1] == '2' && (text[2] == 'e' || text[2] == 'E');
  return encoded ? 3 : 0;
}

/// Sorts a whole segment.
constexpr SegmentKind segment_kind(std::string_view segment) {
  const std::size_t first = leading_dot_length(segment);
  if (first == 0) return SegmentKind::ordinary;
  segment.remove_prefix(first);
  if (segment.empty()) return SegmentKind::single_dot;
  const std::size_t second = leading_dot_length(segment);
  return second != 0 && second == segment.size() ? SegmentKind::double_dot : SegmentKind::ordinary;
}

// Windows drive letters in file URLs (URL standard 4.2).

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
