#include "hrefkit/url/idna2003.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/idna.h"

namespace hrefkit::url {

namespace {

constexpr std::size_t longest_label = 63;
constexpr text::ByteSet ldh = text::ascii_alphanumeric | text::ByteSet("-");

/// STD3: letters, digits and hyphens, no hyphen first or last (RFC 3490 4.1 step 3, step 8).
bool is_std3_ascii_label(std::string_view label) {
  return !label.empty() && label.size() <= longest_label && label.front() != '-' &&
         label.back() != '-' &&
         std::all_of(label.begin(), label.end(), [](char c) { return ldh.contains(c); });
}

/// A separator (RFC 3490 3.1 (1)) and where it begins.
struct Separator {
  std::size_t offset;
  std::size_t length;
};

/// The first label separator at or after `from`; at the end of `domain`, of length 0, if none.
Separator find_separator(std::string_view domain, std::size_t from) {
  constexpr std::array<std::string_view, 3> wide{"\u3002", "\uFF0E", "\uFF61"};
  for (std::size_t i = from; i < domain.size(); ++i) {
    if (domain[i] == '.') return {i, 1};
    const std::string_view here = domain.substr(i, 3);
    if (std::find(wide.begin(), wide.end(), here) != wide.end()) return {i, 3};
  }
  return {domain.size(), 0};
}

/// Nameprep's table B.1, "commonly mapped to nothing": first and last of each range.
struct CodePointRange {
  char32_t first;
  char32_t last;
};
constexpr std::array mapped_to_nothing{
    CodePointRange{0x00AD, 0x00AD}, CodePointRange{0x034F, 0x034F}, CodePointRange{0x1806, 0x1806},
    CodePointRange{0x180B, 0x180D}, CodePointRange{0x200B, 0x200D}, CodePointRange{0x2060, 0x2060},
    CodePointRange{0xFE00, 0xFE0F}, CodePointRange{0xFEFF, 0xFEFF},
};
static_assert(std::is_sorted(mapped_to_nothing.begin(), mapped_to_nothing.end(),
                             [](auto const& a, auto const& b) { return a.last < b.first; }));

bool is_mapped_to_nothing(char32_t c) {
  return std::any_of(
      mapped_to_nothing.begin(), mapped_to_nothing.end(),
      [c](CodePointRange const& range) { return c >= range.first && c <= range.last; });
}

/// FAST: a copy of a long label with table B.1's characters removed but for the first one, which
/// keeps the label from passing for ASCII. Nothing when it is too long whatever Nameprep does:
/// composition makes at most four characters one. So ICU, whose Punycode is quadratic, never sees
/// more than a few hundred characters.
std::optional<std::string> shortened(std::string_view label) {
  constexpr std::size_t enough = 4 * longest_label + 1;
  std::string kept;
  std::size_t count = 0;
  bool seen_nothing = false;
  for (std::size_t i = 0; i < label.size();) {
    const text::Utf8Step step = text::decode_utf8(label, i);
    const bool nothing = is_mapped_to_nothing(step.code_point);
    if (!nothing || !seen_nothing) {
      kept += label.substr(i, step.length);
      if (++count > enough) return std::nullopt;
    }
    seen_nothing = seen_nothing || nothing;
    i += step.length;
  }
  return kept;
}

bool append_label(std::string& out, std::string_view label) {
  if (text::is_ascii(label)) {
    // Without other characters ToASCII consists of steps 3 and 8.
    if (!is_std3_ascii_label(label)) return false;
    out += label;
    return true;
  }
  const std::optional<std::string> input = shortened(label);
  if (!input) return false;
  const std::optional<std::string> ascii = label_to_ascii_2003(*input);
  if (!ascii) return false;
  out += *ascii;
  return true;
}

}  // namespace

std::optional<std::string> domain_to_ascii_2003(std::string_view domain) {
  std::string out;
  for (std::size_t begin = 0;;) {
    const Separator separator = find_separator(domain, begin);
    if (!append_label(out, domain.substr(begin, separator.offset - begin))) return std::nullopt;
    if (separator.length == 0) return out;
    out += '.';
    begin = separator.offset + separator.length;
    if (begin == domain.size()) return out;
  }
}

bool is_std3_ascii_domain(std::string_view domain) {
  if (!domain.empty() && domain.back() == '.') domain.remove_suffix(1);
  for (;;) {
    const std::size_t dot = domain.find('.');
    if (!is_std3_ascii_label(domain.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    domain.remove_prefix(dot + 1);
  }
}

}  // namespace hrefkit::url
