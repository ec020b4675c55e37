#include "hrefkit/html/tree/shadow_host.h"

#include <algorithm>
#include <array>
#include <string>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// DOM Standard 4.8, "valid shadow host name", except for custom elements.
constexpr auto host_names = std::to_array<std::string_view>(
    {"article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
     "header", "main", "nav", "p", "section", "span"});
static_assert(std::is_sorted(host_names.begin(), host_names.end()));

/// HTML Standard 4.13.3: names with a hyphen that SVG and MathML had before.
constexpr auto reserved_names = std::to_array<std::string_view>(
    {"annotation-xml", "color-profile", "font-face", "font-face-format", "font-face-name",
     "font-face-src", "font-face-uri", "missing-glyph"});
static_assert(std::is_sorted(reserved_names.begin(), reserved_names.end()));

/// HTML Standard 4.13.3, "valid custom element name", for names in lower case.
bool is_custom_element_name(std::string_view name) {
  return !name.empty() && text::ascii_lower.contains(name.front()) &&
         name.find('-') != std::string_view::npos &&
         !std::binary_search(reserved_names.begin(), reserved_names.end(), name);
}

}  // namespace

bool is_shadow_host_name(std::string_view written) {
  const std::string name = text::to_ascii_lower(written);
  return std::binary_search(host_names.begin(), host_names.end(), name) ||
         is_custom_element_name(name);
}

}  // namespace hrefkit::html
