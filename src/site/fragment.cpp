#include "hrefkit/site/fragment.h"

#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::site {

namespace {

/// HTML Standard 7.4.6.4, the indicated part, steps 2 and 9.
bool means_top(std::string_view fragment) {
  if (fragment.empty() || text::equals_ignoring_ascii_case(fragment, "top")) return true;
  return fragment.find('%') != std::string_view::npos &&
         text::equals_ignoring_ascii_case(url::percent_decode(fragment), "top");
}

}  // namespace

Fragment read_fragment(std::string_view fragment) {
  fragment = fragment.substr(0, fragment.find(":~:"));
  if (means_top(fragment)) return {FragmentKind::top, fragment};
  const bool is_state = fragment.front() == '/' || fragment.front() == '!';
  return {is_state ? FragmentKind::page_state : FragmentKind::element, fragment};
}

bool is_svg_view(std::string_view fragment) {
  return fragment.starts_with("svgView(") || fragment.starts_with("xywh=") ||
         fragment.starts_with("t=");
}

std::optional<std::string_view> first_of_lines(std::string_view fragment) {
  constexpr std::string_view digits = "0123456789";
  const std::size_t hyphen = fragment.find_first_not_of(digits);
  const bool is_range = hyphen != 0 && hyphen < fragment.size() - 1 && fragment[hyphen] == '-' &&
                        fragment.find_first_not_of(digits, hyphen + 1) == std::string_view::npos;
  return is_range ? std::optional(fragment.substr(0, hyphen)) : std::nullopt;
}

std::string decode_fragment(std::string_view raw) {
  return text::to_valid_utf8(url::percent_decode(raw));
}

bool fragment_matches(std::string_view fragment, std::string_view id) {
  const Fragment read = read_fragment(fragment);
  if (read.kind == FragmentKind::top) return true;
  return read.raw == id ||
         (read.raw.find('%') != std::string_view::npos && decode_fragment(read.raw) == id);
}

}  // namespace hrefkit::site
