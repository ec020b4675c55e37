#include "hrefkit/site/external/wall_marks.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace hrefkit::site {

namespace {

/// What only the page of a wall has. Scripts that the same products put into pages that they let
/// through are no marks.
struct WallMark {
  std::string_view text;
  std::string_view source;  ///< in November 2026
};

constexpr std::array<WallMark, 12> marks{{
    {"\"anubis_challenge\"", "Anubis: TecharoHQ/anubis, the JSON of its page"},
    {"\"anubis_version\"", "Anubis, the same"},
    {"/.within.website/x/", "Anubis, its files"},
    {"_cf_chl_opt", "Cloudflare, captured pages with the title \"Just a moment...\""},
    {"_Incapsula_Resource?SWUDNSAI", "Imperva, captured pages: their frame"},
    {"Incapsula incident ID", "Imperva, the text in the frame's place"},
    {"captcha-delivery.com/", "DataDome, captured pages"},
    {"id=\"px-captcha\"", "HUMAN, PerimeterX before, captured pages"},
    {"sec-if-cpt-container", "Akamai Bot Manager, captured pages"},
    {"sucuri_cloudproxy_js", "Sucuri, captured pages"},
    {"window.gokuProps", "AWS WAF, captured pages, with status 202 and others"},
    {"/.well-known/.git.gammaspectra.live/git/go-away/", "go-away: its files"},
}};

}  // namespace

bool has_wall_mark(std::string_view page) {
  constexpr std::size_t max_searched = std::size_t{64} << 10;  // such pages are small
  const std::string_view start = page.substr(0, max_searched);
  return std::any_of(marks.begin(), marks.end(), [&](WallMark const& mark) {
    return start.find(mark.text) != std::string_view::npos;
  });
}

}  // namespace hrefkit::site
