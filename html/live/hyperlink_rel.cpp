#include "hrefkit/html/live/hyperlink_rel.h"

#include <algorithm>
#include <array>
#include <string>

#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::array hyperlink_types{
    "archives"sv,          // HTML5 (W3C draft)
    "author"sv,            // HTML Living Standard
    "bookmark"sv,          // HTML 4.01
    "canonical"sv,         // HTML Living Standard
    "chapter"sv,           // HTML 4.01
    "contents"sv,          // HTML 4.01
    "copyright"sv,         // HTML 4.01; a synonym of license
    "first"sv,             // HTML5 (W3C draft)
    "glossary"sv,          // HTML 4.01
    "help"sv,              // HTML Living Standard
    "index"sv,             // HTML5 (W3C draft)
    "last"sv,              // HTML5 (W3C draft)
    "license"sv,           // HTML Living Standard
    "me"sv,                // HTML Living Standard
    "next"sv,              // HTML Living Standard
    "prev"sv,              // HTML Living Standard
    "previous"sv,          // HTML Living Standard; a synonym of prev
    "privacy-policy"sv,    // HTML Living Standard
    "search"sv,            // HTML Living Standard
    "section"sv,           // HTML 4.01
    "shortlink"sv,         // Microformats wiki, existing rel values
    "sidebar"sv,           // HTML5 (W3C draft)
    "start"sv,             // HTML 4.01
    "subsection"sv,        // HTML 4.01
    "tag"sv,               // HTML5 (W3C draft)
    "terms-of-service"sv,  // HTML Living Standard
    "up"sv,                // HTML5 (W3C draft)
};
static_assert(std::is_sorted(hyperlink_types.begin(), hyperlink_types.end()));

}  // namespace

bool creates_hyperlink(std::string_view rel) {
  bool is_alternate = false;
  bool is_style_sheet = false;
  SpaceList types(rel);
  while (const auto range = types.next()) {
    const std::string type = text::to_ascii_lower(range->in(rel));
    if (std::binary_search(hyperlink_types.begin(), hyperlink_types.end(), type)) return true;
    is_alternate |= type == "alternate";
    is_style_sheet |= type == "stylesheet";
  }
  return is_alternate && !is_style_sheet;
}

}  // namespace hrefkit::html
