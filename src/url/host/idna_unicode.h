// The parts of the Unicode Character Database that UTS #46 needs: the mapping, normalization, and
// the properties in its validity criteria. They come from ICU, and from an overlay for later
// versions of Unicode.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hrefkit::url {

/// UTS #46 section 4, steps 1 and 2: maps each code point and normalizes to NFC. Disallowed ones
/// become U+FFFD, which is disallowed itself; deviations stay. Takes n log n time.
std::u32string map_and_normalize(std::u32string_view text);

/// General_Category=Mark.
bool is_mark(char32_t c);

/// Canonical_Combining_Class=Virama.
bool is_virama(char32_t c);

/// Bidi_Class; one value for classes that RFC 5893 treats alike.
enum class BidiClass : std::uint8_t {
  left_to_right,    ///< L
  right_to_left,    ///< R, AL
  arabic_number,    ///< AN
  european_number,  ///< EN
  neutral,          ///< ES, CS, ET, ON, BN
  nonspacing_mark,  ///< NSM
  other,
};
BidiClass bidi_class(char32_t c);

/// Bidi_Class R, AL or AN.
bool is_right_to_left(char32_t c);

/// Joining_Type; one value for types that RFC 5892 A.1 treats alike.
enum class JoiningType : std::uint8_t { left, right, dual, transparent, other };
JoiningType joining_type(char32_t c);

// When a label is valid: the criteria of UTS #46 section 4.1 that look at the whole label.

/// RFC 5892 A.1 and A.2 (ContextJ): each U+200C and U+200D is in a place where it has a meaning.
bool has_valid_joiners(std::u32string_view label);

/// True when `text` holds a code point of Bidi_Class R, AL or AN, which makes its domain a "Bidi
/// domain name" (RFC 5893 section 1.4).
bool is_bidi(std::u32string_view text);

/// RFC 5893 section 2, "The Bidi Rule", for a label of a Bidi domain name. An empty label passes.
bool satisfies_bidi_rule(std::u32string_view label);

}  // namespace hrefkit::url
