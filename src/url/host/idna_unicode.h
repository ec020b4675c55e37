// What UTS #46 asks of the Unicode Character Database: the mapping, normalization, and the
// properties in its validity criteria. ICU answers, and the overlay for what came later.
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

}  // namespace hrefkit::url
