#include "hrefkit/archive/wat/java_character.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

/// The blocks of signs below U+FFFF that real pages use.
constexpr std::array signs{
    Range{0x0080, 0x00A9}, Range{0x00AB, 0x00B4}, Range{0x00B6, 0x00B9}, Range{0x00BB, 0x00BF},
    Range{0x00D7, 0x00D7}, Range{0x00F7, 0x00F7}, Range{0x02C2, 0x02C5}, Range{0x0300, 0x036F},
    Range{0x2000, 0x2070}, Range{0x2074, 0x207E}, Range{0x2080, 0x208E}, Range{0x20A0, 0x2101},
    Range{0x2150, 0x2182}, Range{0x2189, 0x2BFF}, Range{0x2E00, 0x2E2E}, Range{0x2E30, 0x3004},
    Range{0x3007, 0x3030}, Range{0x3200, 0x33FF}, Range{0xD800, 0xF8FF}, Range{0xFE00, 0xFE6F},
    Range{0xFEFF, 0xFF20}, Range{0xFF3B, 0xFF40}, Range{0xFF5B, 0xFF65}, Range{0xFFE0, 0xFFFF},
};

}  // namespace

std::size_t wide_java_space_length(std::string_view text, std::size_t at) {
  const text::Utf8Step step = text::decode_utf8(text, at);
  return is_java_space(step.code_point) ? step.length : 0;
}

bool is_wide_java_letter(std::string_view text, std::size_t at) {
  const char32_t c = text::decode_utf8(text, at).code_point;
  if (c > 0xFFFF) return false;
  return std::none_of(signs.begin(), signs.end(),
                      [c](Range const& range) { return c >= range.first && c <= range.last; });
}

}  // namespace hrefkit::archive
