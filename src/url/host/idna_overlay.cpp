#include "hrefkit/url/host/idna_overlay.h"

#include <algorithm>
#include <array>

namespace hrefkit::url {

namespace {

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

}  // namespace

ValidRange const* find_added(char32_t c) {
  return find_range(valid_ranges, c);
}

bool is_newly_ignored(char32_t c) {
  return find_range(ignored_ranges, c) != nullptr;
}

std::optional<char32_t> new_mapping(char32_t c) {
  auto const* range = find_range(mapped_ranges, c);
  if (range == nullptr) return std::nullopt;
  return range->target + (c - range->first);
}

Composition const* find_added_decomposition(char32_t composed) {
  const auto row = std::find_if(compositions.begin(), compositions.end(),
                                [composed](auto const& pair) { return pair.composed == composed; });
  return row == compositions.end() ? nullptr : &*row;
}

std::optional<char32_t> compose_added(char32_t first, char32_t second) {
  const Composition wanted{first, second, 0};
  const auto row = std::lower_bound(compositions.begin(), compositions.end(), wanted, pair_less);
  if (row == compositions.end() || pair_less(wanted, *row)) return std::nullopt;
  return row->composed;
}

}  // namespace hrefkit::url
