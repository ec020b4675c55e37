#include "hrefkit/url/display.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

namespace {

struct CodePointRange {
  char32_t first;
  char32_t last;
};

// Code points that are invisible (White_Space, Default_Ignorable_Code_Point, control and
// format characters, private use and unassigned planes).
constexpr std::array invisible{
    CodePointRange{0x00, 0xA0},       CodePointRange{0xAD, 0xAD},
    CodePointRange{0x34F, 0x34F},     CodePointRange{0x600, 0x605},
    CodePointRange{0x61C, 0x61C},     CodePointRange{0x6DD, 0x6DD},
    CodePointRange{0x70F, 0x70F},     CodePointRange{0x115F, 0x1160},
    CodePointRange{0x1680, 0x1680},   CodePointRange{0x17B4, 0x17B5},
    CodePointRange{0x180B, 0x180F},   CodePointRange{0x2000, 0x200F},
    CodePointRange{0x2028, 0x202F},   CodePointRange{0x205F, 0x206F},
    CodePointRange{0x2800, 0x2800},   CodePointRange{0x3000, 0x3000},
    CodePointRange{0x3164, 0x3164},   CodePointRange{0xE000, 0xF8FF},
    CodePointRange{0xFE00, 0xFE0F},   CodePointRange{0xFEFF, 0xFEFF},
    CodePointRange{0xFFA0, 0xFFA0},   CodePointRange{0xFFF0, 0xFFFF},
    CodePointRange{0x110BD, 0x110BD}, CodePointRange{0x1BCA0, 0x1BCA3},
    CodePointRange{0x1D173, 0x1D17A}, CodePointRange{0xE0000, 0x10FFFF},
};
static_assert(std::is_sorted(invisible.begin(), invisible.end(),
                             [](auto const& a, auto const& b) { return a.last < b.first; }));

bool is_visible(char32_t c) {
  const auto range = std::partition_point(invisible.begin(), invisible.end(),
                                          [c](auto const& row) { return row.last < c; });
  return range == invisible.end() || c < range->first;
}

/// The end of the run of percent-encoded bytes that begins at `begin`.
std::size_t encoded_run_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (is_percent_encoded_byte(text, end)) end += 3;
  return end;
}

/// Appends a run of percent-encoded bytes, decoded where that can be seen.
void append_run(std::string& out, std::string_view run) {
  const std::string bytes = percent_decode(run);
  for (std::size_t i = 0; i < bytes.size();) {
    const text::Utf8Step step = text::decode_utf8(bytes, i);
    if (step.valid && is_visible(step.code_point)) {
      text::append_utf8(out, step.code_point);
    } else {
      out += run.substr(3 * i, 3 * step.length);
    }
    i += step.length;
  }
}

}  // namespace

bool is_invisible(char32_t code_point) {
  return code_point >= 0x80 && code_point != text::replacement_character && !is_visible(code_point);
}

std::string display_component(std::string_view component) {
  std::string out;
  for (std::size_t i = 0; i < component.size();) {
    const std::size_t encoded = std::min(component.find('%', i), component.size());
    out += component.substr(i, encoded - i);
    const std::size_t end = encoded_run_end(component, encoded);
    append_run(out, component.substr(encoded, end - encoded));
    i = end;
    if (end == encoded && end < component.size()) out += component[i++];
  }
  return out;
}

std::string display(Url const& url) {
  UrlOffsets const& at = url.offsets();
  const std::string_view href = url.href();
  std::string out(href.substr(0, at.host_begin));
  out += url.unicode_hostname();
  out += href.substr(at.host_end, at.path_begin - at.host_end);
  out += display_component(href.substr(at.path_begin));
  return out;
}

}  // namespace hrefkit::url
