// The syntax of a scheme, which is the same under every standard (RFC 3986, 3.1).
#pragma once

#include <cstddef>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

/// What may follow a scheme's first letter.
inline constexpr text::ByteSet scheme_characters = text::ascii_alphanumeric | text::ByteSet("+-.");

/// The number of bytes that a scheme takes at the start of `text`, whatever follows; 0 without one.
constexpr std::size_t scheme_run(std::string_view text) {
  if (text.empty() || !text::ascii_alpha.contains(text[0])) return 0;
  std::size_t length = 1;
  while (length < text.size() && scheme_characters.contains(text[length])) ++length;
  return length;
}

/// True when all of `text` is a scheme.
constexpr bool is_scheme(std::string_view text) {
  return !text.empty() && scheme_run(text) == text.size();
}

/// The length of the scheme that ":" follows at the start of `text`; 0 without one.
constexpr std::size_t scheme_length(std::string_view text) {
  const std::size_t length = scheme_run(text);
  return length < text.size() && text[length] == ':' ? length : 0;
}

}  // namespace hrefkit::url
