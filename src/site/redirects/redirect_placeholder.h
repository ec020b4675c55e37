// How a placeholder is written: `:` and a letter, then letters, digits and `_`.
#pragma once

#include <cstddef>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::site {

/// The end of the placeholder that begins at `at`; `at` when there is no placeholder.
inline std::size_t end_of_placeholder(std::string_view text, std::size_t at) {
  constexpr text::ByteSet more = text::ascii_alphanumeric | text::ByteSet("_");
  if (text[at] != ':' || at + 1 == text.size() || !text::ascii_alpha.contains(text[at + 1])) {
    return at;
  }
  std::size_t end = at + 2;
  while (end < text.size() && more.contains(text[end])) ++end;
  return end;
}

}  // namespace hrefkit::site
