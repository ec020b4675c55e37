// Recognises a MIME message: a mail, or a page that a browser saved as MHTML.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "hrefkit/text/ascii.h"

namespace hrefkit::text {

/// True if `bytes` begins with header fields of a message, one of them MIME-Version (RFC
/// 2557 for web archives, RFC 2045 section 4).
constexpr bool begins_mime_message(std::string_view bytes) {
  constexpr std::string_view version = "mime-version:";
  bool is_first = true;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    const bool goes_on = !is_first && (line.starts_with(' ') || line.starts_with('\t'));
    const std::size_t name = line.find_first_of(": \t<");
    if (!goes_on && (name == 0 || name == line.npos || line[name] != ':')) return false;
    if (equals_ignoring_ascii_case(line.substr(0, version.size()), version)) return true;
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    is_first = false;
  }
  return false;
}

}  // namespace hrefkit::text
