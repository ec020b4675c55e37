#include "hrefkit/html/edit/template_code.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace hrefkit::html {

namespace {

/// True if `first` and `second` begin template code; `after` is the text after them.
bool begins_template(char first, char second, std::string_view after) {
  const auto ends = [&](std::string_view end) { return after.find(end) != after.npos; };
  switch (first) {
    case '{':
      return second == '{' || second == '%';
    case '<':
      return second == '%' || second == '?';
    case '$':
      return second == '{' && ends("}");
    case '*':
      return second == '|' && ends("|*");
    case '[':
      return second == '[' && ends("]]");
    default:
      return false;
  }
}

/// Not 0 if a byte of `word` equals the byte that `pattern` repeats eight times.
constexpr std::uint64_t marks_of(std::uint64_t word, std::uint64_t pattern) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const std::uint64_t difference = word ^ pattern;
  return (difference - ones) & ~difference & (ones << 7);
}

constexpr std::uint64_t eight_times(char c) {
  return 0x0101010101010101 * static_cast<unsigned char>(c);
}

/// True if a byte may begin template code, or is the brace of `${`. Tests eight bytes at once; the
/// last word overlaps the one before.
bool may_hold_template(std::string_view text) {
  constexpr std::array<char, 4> starts{'{', '<', '*', '['};
  constexpr std::size_t word_size = sizeof(std::uint64_t);
  if (text.size() < word_size) return text.find_first_of("{<*[") != text.npos;
  std::uint64_t found = 0;
  for (std::size_t at = 0; at < text.size(); at += word_size) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + std::min(at, text.size() - word_size), word_size);
    for (const char start : starts) found |= marks_of(word, eight_times(start));
  }
  return found != 0;
}

}  // namespace

bool holds_template(std::string_view text) {
  // FAST: almost no value has template code.
  if (!may_hold_template(text)) return false;
  // Search each kind once: if its first beginning has no end after it, no later one has.
  for (const std::string_view start : {"{{", "{%", "<%", "<?", "${", "*|", "[["}) {
    const std::size_t at = text.find(start);
    if (at == text.npos) continue;
    if (begins_template(start[0], start[1], text.substr(at + start.size()))) return true;
  }
  return false;
}

}  // namespace hrefkit::html
