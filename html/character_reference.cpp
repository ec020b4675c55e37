#include "hrefkit/html/character_reference.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

#include "hrefkit/html/syntax/character_reference_table.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

using text::ascii_alpha;
using text::ascii_alphanumeric;

// HTML Standard 13.2.5.80, "Numeric character reference end state": the replacements of the numbers
// of C1 controls; 0 for those without one.
constexpr std::array<char32_t, 0x20> c1_replacements{
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,  // 0x80
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,       // 0x88
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,  // 0x90
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,  // 0x98
};

constexpr char32_t past_unicode = 0x110000;

char32_t replace_numeric(char32_t number) {
  if (number == 0 || number >= past_unicode) return text::replacement_character;
  if (text::is_surrogate(number)) return text::replacement_character;
  if (number < 0x80 || number > 0x9F) return number;
  const char32_t replacement = c1_replacements[number - 0x80];
  return replacement == 0 ? number : replacement;
}

// 13.2.5.75 to 13.2.5.80, from "Numeric character reference state" on; `text` begins with "&#".
std::optional<CharacterReference> match_numeric(std::string_view text) {
  std::size_t i = 2;
  int base = 10;
  if (i < text.size() && (text[i] == 'x' || text[i] == 'X')) {
    base = 16;
    ++i;
  }
  const std::size_t digits = i;
  char32_t number = 0;
  for (; i < text.size(); ++i) {
    const int value = text::hex_value(text[i]);
    if (value < 0 || value >= base) break;
    // More digits change nothing once the number has left Unicode's range.
    if (number < past_unicode)
      number = number * static_cast<char32_t>(base) + static_cast<char32_t>(value);
  }
  if (i == digits) return std::nullopt;
  if (i < text.size() && text[i] == ';') ++i;
  return CharacterReference{i, replace_numeric(number), 0};
}

using Rows = std::span<NamedReference const>;

/// For each byte the rows whose name begins with it: from `starts[byte]` to `starts[byte + 1]`.
constexpr auto starts = [] {
  std::array<std::uint16_t, 129> offsets{};
  std::size_t row = 0;
  for (std::size_t byte = 0; byte < offsets.size(); ++byte) {
    while (row < named_references.size() &&
           static_cast<std::size_t>(named_references[row].name[0]) < byte) {
      ++row;
    }
    offsets[byte] = static_cast<std::uint16_t>(row);
  }
  return offsets;
}();

Rows rows_beginning_with(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0x80) return {};
  return Rows(named_references).subspan(starts[byte], starts[byte + 1U] - starts[byte]);
}

/// Of `rows`, which share their first `position` bytes, those whose next byte is `c`.
Rows narrow(Rows rows, std::size_t position, char c) {
  const auto byte_at = [position](NamedReference const& row) {
    return position < row.name.size() ? row.name[position] : '\0';
  };
  const auto first = std::partition_point(rows.begin(), rows.end(),
                                          [&](auto const& row) { return byte_at(row) < c; });
  const auto last =
      std::partition_point(first, rows.end(), [&](auto const& row) { return byte_at(row) == c; });
  return {first, last};
}

/// The longest name at the start of `text` (after the `&`) that counts, and its length with the
/// semicolon if that was there.
struct NameMatch {
  NamedReference const* row = nullptr;
  std::size_t length = 0;
};

NameMatch match_longest_name(std::string_view text) {
  NameMatch longest;
  if (text.empty() || !ascii_alpha.contains(text[0])) return longest;
  Rows rows = rows_beginning_with(text[0]);
  for (std::size_t length = 1; !rows.empty(); ++length) {
    NamedReference const& row = rows.front();
    const char next = length < text.size() ? text[length] : '\0';
    if (row.name.size() == length) {
      if (next == ';') return {&row, length + 1};
      if (row.end == ReferenceEnd::bare) longest = {&row, length};
    }
    if (!ascii_alphanumeric.contains(next)) break;
    rows = narrow(rows, length, next);
  }
  return longest;
}

// 13.2.5.73, "Named character reference state"; `text` begins with "&".
std::optional<CharacterReference> match_named(std::string_view text, ReferencePlace place) {
  const NameMatch match = match_longest_name(text.substr(1));
  if (match.row == nullptr) return std::nullopt;
  const std::size_t length = match.length + 1;
  if (place == ReferencePlace::attribute && text[length - 1] != ';' && length < text.size() &&
      (text[length] == '=' || ascii_alphanumeric.contains(text[length]))) {
    return std::nullopt;
  }
  return CharacterReference{length, match.row->first, match.row->second};
}

}  // namespace

std::optional<CharacterReference> match_character_reference(std::string_view text,
                                                            ReferencePlace place) {
  assert(!text.empty() && text[0] == '&');
  if (text.size() > 1 && text[1] == '#') return match_numeric(text);
  return match_named(text, place);
}

}  // namespace hrefkit::html
