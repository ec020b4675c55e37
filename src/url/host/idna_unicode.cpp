// ICU's "uts46" data maps and decomposes one code point at a time. The rest of normalization is
// done here and not by ICU's normalizer, for two reasons: code points of the overlay take part in
// it, and ICU sorts combining marks by insertion, which is quadratic in their number.
#include "hrefkit/url/host/idna_unicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utypes.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

namespace {

// The changes of UTS #46 from Unicode 15.0 to Unicode 17.0.
//
// ICU brings the tables of the Unicode version that it was built with. This overlay adds what has
// changed since: letters and marks that came later, capitals and compatibility ideographs that are
// now mapped instead of disallowed, and formatting characters that are now ignored. All that was
// valid still is, and one property has changed (U+1171E); code points that Unicode 17.0 does not
// assign either stay errors.

/// The Unicode version of the overlay; ICU with this or a later one does not need it.
constexpr std::uint8_t idna_overlay_version = 17;

/// The properties of a code point that became valid, as far as IDNA depends on them.
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

/// Canonical decomposition and composition of code points that became valid.
struct Composition {
  char32_t first;
  char32_t second;
  char32_t composed;
};

struct MappedRange {
  char32_t first;
  char32_t last;
  char32_t target;  // of `first`; the others follow in step
};

struct IgnoredRange {
  char32_t first;
  char32_t last;
};

// clang-format off

// Unicode 17.0, IdnaMappingTable.txt: "mapped", where 15.0 has "disallowed" (1E9E: "ss").
constexpr std::array mapped_ranges{
    MappedRange{0x04C0, 0x04C0, 0x04CF},
    MappedRange{0x10A0, 0x10C5, 0x2D00},
    MappedRange{0x1C89, 0x1C89, 0x1C8A},
    MappedRange{0x1E9E, 0x1E9E, 0x00DF},
    MappedRange{0x2132, 0x2132, 0x214E},
    MappedRange{0x2183, 0x2183, 0x2184},
    MappedRange{0xA7CB, 0xA7CB, 0x0264},
    MappedRange{0xA7CC, 0xA7CC, 0xA7CD},
    MappedRange{0xA7CE, 0xA7CE, 0xA7CF},
    MappedRange{0xA7D2, 0xA7D2, 0xA7D3},
    MappedRange{0xA7D4, 0xA7D4, 0xA7D5},
    MappedRange{0xA7DA, 0xA7DA, 0xA7DB},
    MappedRange{0xA7DC, 0xA7DC, 0x019B},
    MappedRange{0xA7F1, 0xA7F1, 0x0073},
    MappedRange{0x10D50, 0x10D65, 0x10D70},
    MappedRange{0x16EA0, 0x16EB8, 0x16EBB},
    MappedRange{0x1CCD6, 0x1CCEF, 0x0061},
    MappedRange{0x1CCF0, 0x1CCF9, 0x0030},
    MappedRange{0x2F868, 0x2F868, 0x36FC},
    MappedRange{0x2F874, 0x2F874, 0x5F53},
    MappedRange{0x2F91F, 0x2F91F, 0x243AB},
    MappedRange{0x2F95F, 0x2F95F, 0x7AEE},
    MappedRange{0x2F9BF, 0x2F9BF, 0x45D7},
};

// The same: "ignored", where 15.0 has "disallowed".
constexpr std::array ignored_ranges{
    IgnoredRange{0x115F, 0x1160},
    IgnoredRange{0x17B4, 0x17B5},
    IgnoredRange{0x180E, 0x180E},
    IgnoredRange{0x2061, 0x2063},
    IgnoredRange{0x206A, 0x206F},
    IgnoredRange{0x3164, 0x3164},
    IgnoredRange{0xFFA0, 0xFFA0},
    IgnoredRange{0x1D173, 0x1D17A},
};

// The same: "valid", where 15.0 has "disallowed"; with Bidi_Class, Joining_Type,
// General_Category and Canonical_Combining_Class of the Unicode Character Database.
constexpr std::array valid_ranges{
    ValidRange{0x088F, 0x088F, AddedKind::dual_joining},
    ValidRange{0x0897, 0x0897, AddedKind::nonspacing_mark, 230},
    ValidRange{0x0C5C, 0x0C5C, AddedKind::letter},
    ValidRange{0x0CDC, 0x0CDC, AddedKind::letter},
    ValidRange{0x1806, 0x1806, AddedKind::known},
    ValidRange{0x1ACF, 0x1ADC, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1ADD, 0x1ADD, AddedKind::nonspacing_mark, 220},
    ValidRange{0x1AE0, 0x1AE5, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1AE6, 0x1AE6, AddedKind::nonspacing_mark, 220},
    ValidRange{0x1AE7, 0x1AEA, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1AEB, 0x1AEB, AddedKind::nonspacing_mark, 234},
    ValidRange{0x1B4E, 0x1B4F, AddedKind::letter},
    ValidRange{0x1B7F, 0x1B7F, AddedKind::letter},
    ValidRange{0x1C8A, 0x1C8A, AddedKind::letter},
    ValidRange{0x20C1, 0x20C1, AddedKind::neutral},
    ValidRange{0x2427, 0x2429, AddedKind::neutral},
    ValidRange{0x2B96, 0x2B96, AddedKind::neutral},
    ValidRange{0x31E4, 0x31E5, AddedKind::neutral},
    ValidRange{0xA7CD, 0xA7CD, AddedKind::letter},
    ValidRange{0xA7CF, 0xA7CF, AddedKind::letter},
    ValidRange{0xA7DB, 0xA7DB, AddedKind::letter},
    ValidRange{0xFBC3, 0xFBD2, AddedKind::neutral},
    ValidRange{0xFD90, 0xFD91, AddedKind::neutral},
    ValidRange{0xFDC8, 0xFDCE, AddedKind::neutral},
    ValidRange{0x105C0, 0x105F3, AddedKind::letter},
    ValidRange{0x10940, 0x10959, AddedKind::right_to_left},
    ValidRange{0x10D40, 0x10D49, AddedKind::arabic_number},
    ValidRange{0x10D4A, 0x10D4F, AddedKind::right_to_left},
    ValidRange{0x10D69, 0x10D6D, AddedKind::nonspacing_mark, 230},
    ValidRange{0x10D6E, 0x10D6E, AddedKind::neutral},
    ValidRange{0x10D6F, 0x10D85, AddedKind::right_to_left},
    ValidRange{0x10D8E, 0x10D8F, AddedKind::right_to_left},
    ValidRange{0x10EC2, 0x10EC2, AddedKind::right_joining},
    ValidRange{0x10EC3, 0x10EC4, AddedKind::dual_joining},
    ValidRange{0x10EC5, 0x10EC5, AddedKind::right_to_left},
    ValidRange{0x10EC6, 0x10EC7, AddedKind::dual_joining},
    ValidRange{0x10ED0, 0x10ED8, AddedKind::neutral},
    ValidRange{0x10EFA, 0x10EFB, AddedKind::nonspacing_mark, 220},
    ValidRange{0x10EFC, 0x10EFC, AddedKind::nonspacing_mark},
    ValidRange{0x11380, 0x11389, AddedKind::letter},
    ValidRange{0x1138B, 0x1138B, AddedKind::letter},
    ValidRange{0x1138E, 0x1138E, AddedKind::letter},
    ValidRange{0x11390, 0x113B5, AddedKind::letter},
    ValidRange{0x113B7, 0x113B7, AddedKind::letter},
    ValidRange{0x113B8, 0x113BA, AddedKind::spacing_mark},
    ValidRange{0x113BB, 0x113C0, AddedKind::nonspacing_mark},
    ValidRange{0x113C2, 0x113C2, AddedKind::spacing_mark},
    ValidRange{0x113C5, 0x113C5, AddedKind::spacing_mark},
    ValidRange{0x113C7, 0x113CA, AddedKind::spacing_mark},
    ValidRange{0x113CC, 0x113CD, AddedKind::spacing_mark},
    ValidRange{0x113CE, 0x113CE, AddedKind::nonspacing_mark, 9},
    ValidRange{0x113CF, 0x113CF, AddedKind::spacing_mark, 9},
    ValidRange{0x113D0, 0x113D0, AddedKind::nonspacing_mark, 9},
    ValidRange{0x113D1, 0x113D1, AddedKind::letter},
    ValidRange{0x113D2, 0x113D2, AddedKind::nonspacing_mark},
    ValidRange{0x113D3, 0x113D5, AddedKind::letter},
    ValidRange{0x113D7, 0x113D8, AddedKind::letter},
    ValidRange{0x113E1, 0x113E2, AddedKind::nonspacing_mark},
    ValidRange{0x116D0, 0x116E3, AddedKind::letter},
    ValidRange{0x1171E, 0x1171E, AddedKind::spacing_mark},  // was valid, with Bidi_Class NSM
    ValidRange{0x11B60, 0x11B60, AddedKind::nonspacing_mark},
    ValidRange{0x11B61, 0x11B61, AddedKind::spacing_mark},
    ValidRange{0x11B62, 0x11B64, AddedKind::nonspacing_mark},
    ValidRange{0x11B65, 0x11B65, AddedKind::spacing_mark},
    ValidRange{0x11B66, 0x11B66, AddedKind::nonspacing_mark},
    ValidRange{0x11B67, 0x11B67, AddedKind::spacing_mark},
    ValidRange{0x11BC0, 0x11BE1, AddedKind::letter},
    ValidRange{0x11BF0, 0x11BF9, AddedKind::letter},
    ValidRange{0x11DB0, 0x11DDB, AddedKind::letter},
    ValidRange{0x11DE0, 0x11DE9, AddedKind::letter},
    ValidRange{0x11F5A, 0x11F5A, AddedKind::nonspacing_mark},
    ValidRange{0x13460, 0x143FA, AddedKind::letter},
    ValidRange{0x16100, 0x1611D, AddedKind::letter},
    ValidRange{0x1611E, 0x16129, AddedKind::nonspacing_mark},
    ValidRange{0x1612A, 0x1612C, AddedKind::spacing_mark},
    ValidRange{0x1612D, 0x1612E, AddedKind::nonspacing_mark},
    ValidRange{0x1612F, 0x1612F, AddedKind::nonspacing_mark, 9},
    ValidRange{0x16130, 0x16139, AddedKind::letter},
    ValidRange{0x16D40, 0x16D79, AddedKind::letter},
    ValidRange{0x16EBB, 0x16ED3, AddedKind::letter},
    ValidRange{0x16FF2, 0x16FF6, AddedKind::letter},
    ValidRange{0x187F8, 0x187FF, AddedKind::letter},
    ValidRange{0x18CFF, 0x18CFF, AddedKind::letter},
    ValidRange{0x18D09, 0x18D1E, AddedKind::letter},
    ValidRange{0x18D80, 0x18DF2, AddedKind::letter},
    ValidRange{0x1CC00, 0x1CCD5, AddedKind::neutral},
    ValidRange{0x1CCFA, 0x1CCFC, AddedKind::neutral},
    ValidRange{0x1CD00, 0x1CEB3, AddedKind::neutral},
    ValidRange{0x1CEBA, 0x1CED0, AddedKind::neutral},
    ValidRange{0x1CEE0, 0x1CEF0, AddedKind::neutral},
    ValidRange{0x1E5D0, 0x1E5ED, AddedKind::letter},
    ValidRange{0x1E5EE, 0x1E5EE, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1E5EF, 0x1E5EF, AddedKind::nonspacing_mark, 220},
    ValidRange{0x1E5F0, 0x1E5FA, AddedKind::letter},
    ValidRange{0x1E5FF, 0x1E5FF, AddedKind::letter},
    ValidRange{0x1E6C0, 0x1E6DE, AddedKind::letter},
    ValidRange{0x1E6E0, 0x1E6E2, AddedKind::letter},
    ValidRange{0x1E6E3, 0x1E6E3, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1E6E4, 0x1E6E5, AddedKind::letter},
    ValidRange{0x1E6E6, 0x1E6E6, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1E6E7, 0x1E6ED, AddedKind::letter},
    ValidRange{0x1E6EE, 0x1E6EF, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1E6F0, 0x1E6F4, AddedKind::letter},
    ValidRange{0x1E6F5, 0x1E6F5, AddedKind::nonspacing_mark, 230},
    ValidRange{0x1E6FE, 0x1E6FF, AddedKind::letter},
    ValidRange{0x1F6D8, 0x1F6D8, AddedKind::neutral},
    ValidRange{0x1F777, 0x1F77A, AddedKind::neutral},
    ValidRange{0x1F8B2, 0x1F8BB, AddedKind::neutral},
    ValidRange{0x1F8C0, 0x1F8C1, AddedKind::neutral},
    ValidRange{0x1F8D0, 0x1F8D8, AddedKind::neutral},
    ValidRange{0x1FA54, 0x1FA57, AddedKind::neutral},
    ValidRange{0x1FA89, 0x1FA8A, AddedKind::neutral},
    ValidRange{0x1FA8E, 0x1FA8F, AddedKind::neutral},
    ValidRange{0x1FABE, 0x1FABE, AddedKind::neutral},
    ValidRange{0x1FAC6, 0x1FAC6, AddedKind::neutral},
    ValidRange{0x1FAC8, 0x1FAC8, AddedKind::neutral},
    ValidRange{0x1FACD, 0x1FACD, AddedKind::neutral},
    ValidRange{0x1FADC, 0x1FADC, AddedKind::neutral},
    ValidRange{0x1FADF, 0x1FADF, AddedKind::neutral},
    ValidRange{0x1FAE9, 0x1FAEA, AddedKind::neutral},
    ValidRange{0x1FAEF, 0x1FAEF, AddedKind::neutral},
    ValidRange{0x1FBCB, 0x1FBEF, AddedKind::neutral},
    ValidRange{0x1FBFA, 0x1FBFA, AddedKind::neutral},
    ValidRange{0x2B73A, 0x2B73F, AddedKind::letter},
    ValidRange{0x2CEA2, 0x2CEAD, AddedKind::letter},
    ValidRange{0x2EBF0, 0x2EE5D, AddedKind::letter},
    ValidRange{0x323B0, 0x33479, AddedKind::letter},
};

// Unicode 17.0, UnicodeData.txt: canonical decompositions of what was added since 15.0.
constexpr std::array compositions{
    Composition{0x105D2, 0x0307, 0x105C9},
    Composition{0x105DA, 0x0307, 0x105E4},
    Composition{0x11382, 0x113C9, 0x11383},
    Composition{0x11384, 0x113BB, 0x11385},
    Composition{0x1138B, 0x113C2, 0x1138E},
    Composition{0x11390, 0x113C9, 0x11391},
    Composition{0x113C2, 0x113B8, 0x113C7},
    Composition{0x113C2, 0x113C2, 0x113C5},
    Composition{0x113C2, 0x113C9, 0x113C8},
    Composition{0x1611E, 0x1611E, 0x16121},
    Composition{0x1611E, 0x1611F, 0x16123},
    Composition{0x1611E, 0x16120, 0x16125},
    Composition{0x1611E, 0x16129, 0x16122},
    Composition{0x16121, 0x1611F, 0x16126},
    Composition{0x16121, 0x16120, 0x16128},
    Composition{0x16122, 0x1611F, 0x16127},
    Composition{0x16129, 0x1611F, 0x16124},
    Composition{0x16D63, 0x16D67, 0x16D69},
    Composition{0x16D67, 0x16D67, 0x16D68},
    Composition{0x16D69, 0x16D67, 0x16D6A},
};

// clang-format on

template <class Table>
constexpr bool is_sorted_and_disjoint(Table const& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].first > table[i].last) return false;
    if (i > 0 && table[i - 1].last >= table[i].first) return false;
  }
  return true;
}
static_assert(is_sorted_and_disjoint(mapped_ranges));
static_assert(is_sorted_and_disjoint(ignored_ranges));
static_assert(is_sorted_and_disjoint(valid_ranges));

constexpr bool pair_less(Composition const& a, Composition const& b) {
  return a.first != b.first ? a.first < b.first : a.second < b.second;
}
static_assert(std::is_sorted(compositions.begin(), compositions.end(), pair_less));

/// The row of a table of ranges that holds `c`, or null.
template <class Table>
auto find_range(Table const& table, char32_t c) -> typename Table::const_pointer {
  const auto row = std::partition_point(table.begin(), table.end(),
                                        [c](auto const& range) { return range.last < c; });
  return row != table.end() && row->first <= c ? &*row : nullptr;
}

/// The range of a code point that became valid, or null.
ValidRange const* find_added(char32_t c) {
  return find_range(valid_ranges, c);
}

/// True for a code point that became ignored.
bool is_newly_ignored(char32_t c) {
  return find_range(ignored_ranges, c) != nullptr;
}

/// The new mapping of a code point, if it has one; always one code point.
std::optional<char32_t> new_mapping(char32_t c) {
  auto const* range = find_range(mapped_ranges, c);
  if (range == nullptr) return std::nullopt;
  return range->target + (c - range->first);
}

/// The pair that an added code point decomposes to, or null.
Composition const* find_added_decomposition(char32_t composed) {
  const auto row = std::find_if(compositions.begin(), compositions.end(),
                                [composed](auto const& pair) { return pair.composed == composed; });
  return row == compositions.end() ? nullptr : &*row;
}

/// The added code point that a pair composes to, if there is one.
std::optional<char32_t> compose_added(char32_t first, char32_t second) {
  const Composition wanted{first, second, 0};
  const auto row = std::lower_bound(compositions.begin(), compositions.end(), wanted, pair_less);
  if (row == compositions.end() || pair_less(wanted, *row)) return std::nullopt;
  return row->composed;
}

constexpr char32_t zero_width_non_joiner = 0x200C;
constexpr char32_t zero_width_joiner = 0x200D;

/// The joining type of the first code point in `range` that is not transparent.
template <class Range>
JoiningType first_joining_type(Range begin, Range end) {
  const auto found = std::find_if(
      begin, end, [](char32_t c) { return joining_type(c) != JoiningType::transparent; });
  return found == end ? JoiningType::other : joining_type(*found);
}

/// RFC 5892 A.1: between letters that join, across transparent ones. U+200C itself is not
/// transparent, so no stretch is scanned more than twice.
bool breaks_a_join(std::u32string_view label, std::size_t place) {
  const std::u32string_view before = label.substr(0, place);
  const std::u32string_view after = label.substr(place + 1);
  const JoiningType left = first_joining_type(before.rbegin(), before.rend());
  const JoiningType right = first_joining_type(after.begin(), after.end());
  return (left == JoiningType::left || left == JoiningType::dual) &&
         (right == JoiningType::right || right == JoiningType::dual);
}

bool is_allowed(BidiClass bidi, BidiClass direction) {
  const bool number_or_mark = bidi == BidiClass::european_number || bidi == BidiClass::neutral ||
                              bidi == BidiClass::nonspacing_mark;
  const bool arabic = direction == BidiClass::right_to_left && bidi == BidiClass::arabic_number;
  return bidi == direction || number_or_mark || arabic;
}

bool may_end(BidiClass bidi, BidiClass direction) {
  return bidi != BidiClass::neutral && is_allowed(bidi, direction);
}

}  // namespace

bool has_valid_joiners(std::u32string_view label) {
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] != zero_width_non_joiner && label[i] != zero_width_joiner) continue;
    if (i > 0 && is_virama(label[i - 1])) continue;
    if (label[i] == zero_width_joiner || !breaks_a_join(label, i)) return false;
  }
  return true;
}

bool is_bidi(std::u32string_view text) {
  return std::any_of(text.begin(), text.end(), is_right_to_left);
}

bool satisfies_bidi_rule(std::u32string_view label) {
  if (label.empty()) return true;
  // Rule 1.
  const BidiClass direction = bidi_class(label[0]);
  if (direction != BidiClass::left_to_right && direction != BidiClass::right_to_left) return false;
  // Rules 2 and 5.
  bool european = false;
  bool arabic = false;
  BidiClass last = direction;
  for (char32_t c : label) {
    const BidiClass bidi = bidi_class(c);
    if (!is_allowed(bidi, direction)) return false;
    european = european || bidi == BidiClass::european_number;
    arabic = arabic || bidi == BidiClass::arabic_number;
    if (bidi != BidiClass::nonspacing_mark) last = bidi;
  }
  // Rules 3 and 6, then 4.
  return may_end(last, direction) && !(european && arabic);
}

namespace {

constexpr std::uint8_t virama_class = 9;
constexpr char32_t first_combining = 0x300;  // before it, all classes are 0 and nothing composes
constexpr char32_t first_right_to_left = 0x590;
constexpr char32_t first_overlaid = 0x4C0;

/// Every build of ICU has this data, so only memory can be missing.
UNormalizer2 const* checked(UNormalizer2 const* data, UErrorCode status) {
  if (U_FAILURE(status) || data == nullptr) throw std::bad_alloc();
  return data;
}

/// ICU's data for the UTS #46 mapping, which decomposes too. Throws std::bad_alloc.
UNormalizer2 const* mapping_data() {
  static UNormalizer2 const* const data = [] {
    UErrorCode status = U_ZERO_ERROR;
    auto const* found = unorm2_getInstance(nullptr, "uts46", UNORM2_COMPOSE, &status);
    return checked(found, status);
  }();
  return data;
}

/// ICU's data for NFC. Throws std::bad_alloc.
UNormalizer2 const* nfc_data() {
  static UNormalizer2 const* const data = [] {
    UErrorCode status = U_ZERO_ERROR;
    auto const* found = unorm2_getNFCInstance(&status);
    return checked(found, status);
  }();
  return data;
}

/// True if ICU's data is older than the overlay.
bool overlay_counts() {
  static const bool counts = [] {
    UVersionInfo version;
    u_getUnicodeVersion(version);
    return version[0] < idna_overlay_version;
  }();
  return counts;
}

ValidRange const* added(char32_t c) {
  return c >= first_overlaid && overlay_counts() ? find_added(c) : nullptr;
}

/// The same, but null for code points whose properties ICU knows.
ValidRange const* newly_assigned(char32_t c) {
  auto const* range = added(c);
  return range != nullptr && range->kind != AddedKind::known ? range : nullptr;
}

std::uint8_t combining_class(char32_t c) {
  if (c < first_combining) return 0;
  if (auto const* range = newly_assigned(c)) return range->combining_class;
  return unorm2_getCombiningClass(nfc_data(), static_cast<UChar32>(c));
}

/// Appends UTF-16 from ICU.
void append_utf16(std::u32string& out, std::u16string_view utf16) {
  for (std::size_t i = 0; i < utf16.size(); ++i) {
    char32_t c = utf16[i];
    if (text::is_high_surrogate(c) && i + 1 < utf16.size()) {
      c = text::code_point_of(c, utf16[++i]);
    }
    out += c;
  }
}

/// Appends the canonical decomposition of an added code point.
void append_added(std::u32string& out, char32_t c) {
  auto const* pair = find_added_decomposition(c);
  if (pair == nullptr) {
    out += c;
    return;
  }
  // The first one may decompose further, once; the second one never does.
  if (auto const* inner = find_added_decomposition(pair->first)) {
    out += inner->first;
    out += inner->second;
  } else {
    out += pair->first;
  }
  out += pair->second;
}

/// Appends the mapping of a code point, decomposed.
void append_mapped(std::u32string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<unsigned char>(text::to_ascii_lower(static_cast<char>(c)));
    return;
  }
  if (c >= first_overlaid && overlay_counts()) {
    if (added(c) != nullptr) return append_added(out, c);
    if (is_newly_ignored(c)) return;
    c = new_mapping(c).value_or(c);
    if (added(c) != nullptr) return append_added(out, c);
  }
  std::array<UChar, 64> buffer;
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t length =
      unorm2_getDecomposition(mapping_data(), static_cast<UChar32>(c), buffer.data(),
                              static_cast<std::int32_t>(buffer.size()), &status);
  if (U_FAILURE(status)) throw std::bad_alloc();
  if (length < 0) {
    out += c;  // neither mapped nor decomposed
  } else {
    append_utf16(out, {buffer.data(), static_cast<std::size_t>(length)});
  }
}

/// A code point with its combining class.
struct Ranked {
  char32_t code_point;
  std::uint8_t combining_class;
};

/// "Canonical Ordering Algorithm" (Unicode 3.11): sorts each run of marks by class.
std::vector<Ranked> order(std::u32string_view text) {
  std::vector<Ranked> ordered;
  ordered.reserve(text.size());
  for (char32_t c : text) ordered.push_back({c, combining_class(c)});
  const auto is_starter = [](Ranked const& c) { return c.combining_class == 0; };
  const auto is_mark = [](Ranked const& c) { return c.combining_class != 0; };
  for (auto run = ordered.begin(); run != ordered.end();) {
    run = std::find_if(run, ordered.end(), is_mark);
    const auto end = std::find_if(run, ordered.end(), is_starter);
    std::stable_sort(run, end, [](Ranked const& a, Ranked const& b) {
      return a.combining_class < b.combining_class;
    });
    run = end;
  }
  return ordered;
}

/// The primary composite of a pair, or a negative number.
std::int32_t compose_pair(char32_t first, char32_t second) {
  if (overlay_counts()) {
    if (const auto composed = compose_added(first, second)) {
      return static_cast<std::int32_t>(*composed);
    }
  }
  return unorm2_composePair(nfc_data(), static_cast<UChar32>(first), static_cast<UChar32>(second));
}

/// "Canonical Composition Algorithm" (Unicode 3.11).
std::u32string compose(std::vector<Ranked> const& ordered) {
  std::u32string out;
  out.reserve(ordered.size());
  std::size_t starter = 0;  // the place of the last starter in `out`
  bool has_starter = false;
  unsigned last_class = 0;  // of what follows that starter in `out`
  for (Ranked const& c : ordered) {
    const bool adjacent = has_starter && starter + 1 == out.size();
    const bool blocked = c.code_point < first_combining || !has_starter ||
                         (!adjacent && last_class >= c.combining_class);
    const std::int32_t composed = blocked ? -1 : compose_pair(out[starter], c.code_point);
    if (composed >= 0) {
      out[starter] = static_cast<char32_t>(composed);
      continue;
    }
    if (c.combining_class == 0) {
      starter = out.size();
      has_starter = true;
    }
    last_class = c.combining_class;
    out += c.code_point;
  }
  return out;
}

/// Bidi_Class of a code point that the overlay adds.
BidiClass bidi_class_of(AddedKind kind) {
  switch (kind) {
    case AddedKind::neutral:
      return BidiClass::neutral;
    case AddedKind::right_to_left:
    case AddedKind::dual_joining:
    case AddedKind::right_joining:
      return BidiClass::right_to_left;
    case AddedKind::arabic_number:
      return BidiClass::arabic_number;
    case AddedKind::nonspacing_mark:
      return BidiClass::nonspacing_mark;
    case AddedKind::known:
    case AddedKind::letter:
    case AddedKind::spacing_mark:
      break;
  }
  return BidiClass::left_to_right;
}

}  // namespace

std::u32string map_and_normalize(std::u32string_view text) {
  std::u32string mapped;
  mapped.reserve(text.size());
  for (char32_t c : text) append_mapped(mapped, c);
  return compose(order(mapped));
}

bool is_mark(char32_t c) {
  if (auto const* range = newly_assigned(c)) {
    return range->kind == AddedKind::nonspacing_mark || range->kind == AddedKind::spacing_mark;
  }
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & U_GC_M_MASK) != 0;
}

bool is_virama(char32_t c) {
  return combining_class(c) == virama_class;
}

bool is_right_to_left(char32_t c) {
  if (c < first_right_to_left) return false;
  const BidiClass bidi = bidi_class(c);
  return bidi == BidiClass::right_to_left || bidi == BidiClass::arabic_number;
}

BidiClass bidi_class(char32_t c) {
  if (auto const* range = newly_assigned(c)) return bidi_class_of(range->kind);
  switch (u_charDirection(static_cast<UChar32>(c))) {
    case U_LEFT_TO_RIGHT:
      return BidiClass::left_to_right;
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
      return BidiClass::right_to_left;
    case U_ARABIC_NUMBER:
      return BidiClass::arabic_number;
    case U_EUROPEAN_NUMBER:
      return BidiClass::european_number;
    case U_EUROPEAN_NUMBER_SEPARATOR:
    case U_COMMON_NUMBER_SEPARATOR:
    case U_EUROPEAN_NUMBER_TERMINATOR:
    case U_OTHER_NEUTRAL:
    case U_BOUNDARY_NEUTRAL:
      return BidiClass::neutral;
    case U_DIR_NON_SPACING_MARK:
      return BidiClass::nonspacing_mark;
    default:
      return BidiClass::other;
  }
}

JoiningType joining_type(char32_t c) {
  if (auto const* range = newly_assigned(c)) {
    switch (range->kind) {
      case AddedKind::dual_joining:
        return JoiningType::dual;
      case AddedKind::right_joining:
        return JoiningType::right;
      case AddedKind::nonspacing_mark:
        return JoiningType::transparent;
      default:
        return JoiningType::other;
    }
  }
  switch (u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_JOINING_TYPE)) {
    case U_JT_LEFT_JOINING:
      return JoiningType::left;
    case U_JT_RIGHT_JOINING:
      return JoiningType::right;
    case U_JT_DUAL_JOINING:
      return JoiningType::dual;
    case U_JT_TRANSPARENT:
      return JoiningType::transparent;
    default:
      return JoiningType::other;
  }
}

}  // namespace hrefkit::url
