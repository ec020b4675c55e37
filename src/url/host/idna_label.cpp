#include "hrefkit/url/host/idna_label.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/url/host/idna_unicode.h"

namespace hrefkit::url {

namespace {

constexpr char32_t zero_width_non_joiner = 0x200C;
constexpr char32_t zero_width_joiner = 0x200D;

/// The joining type of the first code point in `range` that is not transparent.
template <class Range>
JoiningType first_joining_type(Range begin, Range end) {
  const auto found = std::find_if(
      begin, end, [](char32_t c) { return joining_type(c) != JoiningType::transparent; });
  return found == end ? JoiningType::other : joining_type(*found);
}

/// RFC 5892 A.1: between letters that join, whatever transparent ones lie between. U+200C itself
/// is not transparent, so that no stretch is looked at more than twice.
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

}  // namespace hrefkit::url
