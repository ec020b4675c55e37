// The changes of UTS #46 from Unicode 15.0 to Unicode 17.0.
//
// ICU brings the tables of the Unicode version that it was built with. This overlay adds what has
// changed since: letters and marks that came later, capitals and compatibility ideographs that are
// now mapped instead of disallowed, and formatting characters that are now ignored. Nothing that
// was valid has stopped to be, and of the properties one has changed (U+1171E); what is not
// assigned in Unicode 17.0 either stays an error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace hrefkit::url {

/// The Unicode version that the overlay leads up to; with it or a later one it is not needed.
inline constexpr std::uint8_t idna_overlay_version = 17;

/// What a code point that became valid is, as far as IDNA asks.
enum class AddedKind : std::uint8_t {
  known,            ///< ICU has its properties; only its status changed
  letter,           ///< Bidi_Class L
  neutral,          ///< Bidi_Class ON or ET
  right_to_left,    ///< Bidi_Class R or AL, not joining
  dual_joining,     ///< Bidi_Class AL
  right_joining,    ///< Bidi_Class AL
  arabic_number,    ///< Bidi_Class AN
  nonspacing_mark,  ///< Bidi_Class NSM, Joining_Type T
  spacing_mark,     ///< General_Category Mark with Bidi_Class L
};

/// Code points that became valid, all of one kind.
struct ValidRange {
  char32_t first;
  char32_t last;
  AddedKind kind;
  std::uint8_t combining_class = 0;
};

/// The range of a code point that became valid, or null.
ValidRange const* find_added(char32_t c);

/// True for a code point that became ignored.
bool is_newly_ignored(char32_t c);

/// What a code point is mapped to now, if that is new; always one code point.
std::optional<char32_t> new_mapping(char32_t c);

/// Canonical decomposition and composition of code points that became valid.
struct Composition {
  char32_t first;
  char32_t second;
  char32_t composed;
};

/// The pair that an added code point decomposes to, or null.
Composition const* find_added_decomposition(char32_t composed);

/// The added code point that a pair composes to, if there is one.
std::optional<char32_t> compose_added(char32_t first, char32_t second);

}  // namespace hrefkit::url
