#include "hrefkit/site/external/wall_marks.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace hrefkit::site {

namespace {

/// What only the page of a wall has. Scripts that the same products put into pages that they let
/// through are no marks.
constexpr std::array<std::string_view, 12> marks{
    "\"anubis_challenge\"",                              // Anubis, the JSON of its page
    "\"anubis_version\"",                                // the same
    "/.within.website/x/",                               // Anubis, its files
    "_cf_chl_opt",                                       // Cloudflare, "Just a moment..."
    "_Incapsula_Resource?SWUDNSAI",                      // Imperva, the frame of its page
    "Incapsula incident ID",                             // Imperva, the text in the frame's place
    "captcha-delivery.com/",                             // DataDome
    "id=\"px-captcha\"",                                 // HUMAN, PerimeterX before
    "sec-if-cpt-container",                              // Akamai
    "sucuri_cloudproxy_js",                              // Sucuri
    "window.gokuProps",                                  // AWS WAF
    "/.well-known/.git.gammaspectra.live/git/go-away/",  // go-away, its files
};

}  // namespace

bool has_wall_mark(std::string_view page) {
  constexpr std::size_t max_searched = std::size_t{64} << 10;  // such pages are small
  const std::string_view start = page.substr(0, max_searched);
  return std::any_of(marks.begin(), marks.end(), [&](std::string_view mark) {
    return start.find(mark) != std::string_view::npos;
  });
}

}  // namespace hrefkit::site
