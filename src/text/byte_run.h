// Runs of bytes of one set.
#pragma once

#include <cstddef>
#include <string_view>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::text {

/// How many bytes at the start of `text` are in `set`, up to the first one that is not.
constexpr std::size_t run_length(std::string_view text, ByteSet const& set) {
  std::size_t length = 0;
  while (length < text.size() && set.contains(text[length])) ++length;
  return length;
}

/// True when all bytes of `text` are in `set`; so for an empty text.
constexpr bool is_made_of(std::string_view text, ByteSet const& set) {
  return run_length(text, set) == text.size();
}

/// Cuts the bytes of `set` off the front of `text`.
constexpr void skip(std::string_view& text, ByteSet const& set) {
  text.remove_prefix(run_length(text, set));
}

/// How many bytes stand before the first one of `ends`; all, where there is no such byte.
constexpr std::size_t length_until(std::string_view text, ByteSet const& ends) {
  std::size_t length = 0;
  while (length < text.size() && !ends.contains(text[length])) ++length;
  return length;
}

/// Cuts the bytes before the first one of `ends` off the front of `text`, and returns them.
constexpr std::string_view take_until(std::string_view& text, ByteSet const& ends) {
  const std::string_view taken = text.substr(0, length_until(text, ends));
  text.remove_prefix(taken.size());
  return taken;
}

}  // namespace hrefkit::text
