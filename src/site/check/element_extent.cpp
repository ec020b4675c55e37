#include "hrefkit/site/check/element_extent.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

/// HTML Standard 13.1.2, void elements: they have no end tag. Sorted.
constexpr std::array<std::string_view, 13> void_elements{
    "area",  "base", "br",   "col",    "embed", "hr", "img",
    "input", "link", "meta", "source", "track", "wbr"};
static_assert(std::is_sorted(void_elements.begin(), void_elements.end()));

/// True when the tag name at `at` is `name`.
bool is_named(std::string_view text, std::size_t at, std::string_view name) {
  constexpr text::ByteSet after_name = text::ascii_whitespace | text::ByteSet("/>");
  if (!text::equals_ignoring_ascii_case(text.substr(at, name.size()), name)) return false;
  return at + name.size() < text.size() && after_name.contains(text[at + name.size()]);
}

}  // namespace

std::uint32_t end_of_element(std::string_view text, std::string_view name, std::uint32_t from) {
  if (std::binary_search(void_elements.begin(), void_elements.end(), name)) return from;
  std::size_t open = 1;
  std::size_t at = from;
  while ((at = text.find('<', std::min(at, text.size()))) != std::string_view::npos) {
    if (text.substr(at).starts_with("<!--")) {
      at = text.find("-->", at + 2);  // "<!-->" is a comment, too
      continue;
    }
    ++at;
    const bool closes = text.substr(at).starts_with('/');
    if (!is_named(text, at + (closes ? 1 : 0), name)) continue;
    if (!closes) {
      ++open;
    } else if (--open == 0) {
      return static_cast<std::uint32_t>(std::min(text.find('>', at), text.size() - 1) + 1);
    }
  }
  return static_cast<std::uint32_t>(text.size());
}

}  // namespace hrefkit::site
