// ICU's "uts46" data maps and decomposes one code point at a time. The rest of normalization is
// done here and not by ICU's normalizer, for two reasons: code points of the overlay take part in
// it, and ICU sorts combining marks by insertion, which is quadratic in their number.
#include "hrefkit/url/host/idna_unicode.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>

#include <algorithm>
#include <array>
#include <new>
#include <vector>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/host/idna_overlay.h"

namespace hrefkit::url {

namespace {

constexpr std::uint8_t virama_class = 9;
constexpr char32_t first_combining = 0x300;  // before it, all classes are 0 and nothing composes
constexpr char32_t first_right_to_left = 0x590;
constexpr char32_t first_overlaid = 0x4C0;

/// ICU has these data in each build, so that only memory can be missing.
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

/// True while ICU's data is older than what the overlay leads up to.
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

/// The same, except null for code points whose properties ICU knows.
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

/// Appends what a code point is mapped to, decomposed.
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
