// Character references: `&amp;`, `&#38;`, `&#x26;`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hrefkit::html {

/// The context of a reference. In an attribute a name without its semicolon does not count before
/// `=` and alphanumerics, so that `?a=1&copy=2` keeps its parameter.
enum class ReferencePlace : std::uint8_t { attribute, text };

/// A reference that was recognised.
struct CharacterReference {
  std::size_t length;  ///< its length in bytes, `&` included
  char32_t first;
  char32_t second;  ///< 0 if the reference is one code point
};

/// The character reference at the start of `text` (valid UTF-8, in which newlines need not be
/// normalised), if there is one; `text` begins with `&` and goes on to the end of the attribute
/// value or of the text. Costs time for the length of the longest name, or of the digits.
/// HTML Standard 13.2.5.72 to 13.2.5.80, "Character reference state" and following.
std::optional<CharacterReference> match_character_reference(std::string_view text,
                                                            ReferencePlace place);

}  // namespace hrefkit::html
