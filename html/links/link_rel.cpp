#include "hrefkit/html/links/link_rel.h"

#include <algorithm>
#include <array>

#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using std::string_view_literals::operator""sv;

// The types of links that are neither hyperlinks nor style sheets: those that the HTML Standard's
// table of link types calls external or internal resources, and others that browsers fetch or
// fetched.
constexpr std::array resource_types{
    "apple-touch-icon"sv,              // Safari
    "apple-touch-icon-precomposed"sv,  // Safari
    "apple-touch-startup-image"sv,     // Safari
    "compression-dictionary"sv,        // HTML
    "dns-prefetch"sv,                  // HTML
    "expect"sv,                        // HTML
    "fluid-icon"sv,                    // Fluid
    "icon"sv,                          // HTML, also as "shortcut icon"
    "import"sv,                        // HTML Imports
    "manifest"sv,                      // Web Application Manifest
    "mask-icon"sv,                     // Safari
    "modulepreload"sv,                 // HTML
    "pingback"sv,                      // HTML
    "preconnect"sv,                    // HTML
    "prefetch"sv,                      // HTML
    "preload"sv,                       // HTML
    "prerender"sv,                     // Resource Hints 2.4
    "serviceworker"sv,                 // Service Workers 1, draft of 2016
    "subresource"sv,                   // Chromium, before "preload"
};
static_assert(std::is_sorted(resource_types.begin(), resource_types.end()));

constexpr std::size_t longest_type =
    std::max_element(resource_types.begin(), resource_types.end(),
                     [](auto a, auto b) { return a.size() < b.size(); }) -> size();

bool names_resource(std::string_view type) {
  if (type.size() > longest_type) return false;
  std::array<char, longest_type> lower;
  std::transform(type.begin(), type.end(), lower.begin(),
                 [](char c) { return text::to_ascii_lower(c); });
  return std::binary_search(resource_types.begin(), resource_types.end(),
                            std::string_view(lower.data(), type.size()));
}

}  // namespace

LinkKind kind_of_rel(std::string_view rel) {
  LinkKind kind = LinkKind::hyperlink;
  SpaceList types(rel);
  while (const auto range = types.next()) {
    const std::string_view type = range->in(rel);
    if (text::equals_ignoring_ascii_case(type, "stylesheet")) return LinkKind::stylesheet;
    if (names_resource(type)) kind = LinkKind::resource;
  }
  return kind;
}

LinkKind kind_of_feed_rel(std::string_view rel) {
  // RFC 4287, 4.2.7.2: a registered relation may also be written as an IRI.
  constexpr std::string_view registry = "http://www.iana.org/assignments/relation/";
  if (rel.starts_with(registry)) rel.remove_prefix(registry.size());
  return text::equals_ignoring_ascii_case(rel, "enclosure") ? LinkKind::media : kind_of_rel(rel);
}

}  // namespace hrefkit::html
