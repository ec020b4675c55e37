#include "hrefkit/html/link_rel.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "hrefkit/html/media_type.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

/// The effect of a link type on a link element.
enum class Role : std::uint8_t {
  unknown,           ///< no effect
  name,              ///< no effect either, and nobody fetches the URL: it only names something, or
                     ///< programs send something there
  alternate,         ///< a hyperlink, or another style sheet beside `stylesheet`
  hyperlink,         ///< a hyperlink
  host_hint,         ///< a resource: only the host of the URL is used
  service,           ///< a resource to which programs send something: nobody fetches it
  resource,          ///< a resource
  fetched_resource,  ///< a resource that is fetched whenever the element is inserted
  style_sheet,       ///< a style sheet, fetched likewise
};

struct LinkType {
  std::string_view name;
  Role role;
};

// Resources are the external and internal resources of the HTML Standard's table of link types, and
// others that browsers fetch or used to fetch.
constexpr std::array link_types{
    LinkType{"alternate", Role::alternate},                      // HTML
    LinkType{"apple-touch-icon", Role::resource},                // Safari
    LinkType{"apple-touch-icon-precomposed", Role::resource},    // Safari
    LinkType{"apple-touch-startup-image", Role::resource},       // Safari
    LinkType{"archives", Role::hyperlink},                       // HTML5 (W3C draft)
    LinkType{"author", Role::hyperlink},                         // HTML
    LinkType{"authorization_endpoint", Role::name},              // IndieAuth 4.1
    LinkType{"bookmark", Role::hyperlink},                       // HTML 4.01
    LinkType{"canonical", Role::hyperlink},                      // HTML
    LinkType{"chapter", Role::hyperlink},                        // HTML 4.01
    LinkType{"compression-dictionary", Role::fetched_resource},  // HTML
    LinkType{"contents", Role::hyperlink},                       // HTML 4.01
    LinkType{"copyright", Role::hyperlink},                      // HTML 4.01; a synonym of license
    LinkType{"dns-prefetch", Role::host_hint},                   // HTML
    LinkType{"expect", Role::resource},                          // HTML
    LinkType{"first", Role::hyperlink},                          // HTML5 (W3C draft)
    LinkType{"fluid-icon", Role::resource},                      // Fluid
    LinkType{"glossary", Role::hyperlink},                       // HTML 4.01
    LinkType{"help", Role::hyperlink},                           // HTML
    LinkType{"icon", Role::resource},                            // HTML, also as "shortcut icon"
    LinkType{"import", Role::resource},                          // HTML Imports
    LinkType{"index", Role::hyperlink},                          // HTML5 (W3C draft)
    LinkType{"last", Role::hyperlink},                           // HTML5 (W3C draft)
    LinkType{"license", Role::hyperlink},                        // HTML
    LinkType{"manifest", Role::resource},                        // Web Application Manifest
    LinkType{"mask-icon", Role::resource},                       // Safari
    LinkType{"me", Role::hyperlink},                             // HTML
    LinkType{"micropub", Role::name},                            // Micropub 5.3
    LinkType{"microsub", Role::name},                            // Microsub
    LinkType{"modulepreload", Role::fetched_resource},           // HTML
    LinkType{"next", Role::hyperlink},                           // HTML
    LinkType{"openid.server", Role::name},                       // OpenID 1.1
    LinkType{"openid2.provider", Role::name},                    // OpenID 2.0, 7.3.3
    LinkType{"pingback", Role::service},                         // HTML
    LinkType{"preconnect", Role::host_hint},                     // HTML
    LinkType{"prefetch", Role::fetched_resource},                // HTML
    LinkType{"preload", Role::fetched_resource},                 // HTML
    LinkType{"prerender", Role::resource},                       // Resource Hints 2.4
    LinkType{"prev", Role::hyperlink},                           // HTML
    LinkType{"previous", Role::hyperlink},                       // HTML; a synonym of prev
    LinkType{"privacy-policy", Role::hyperlink},                 // HTML
    LinkType{"profile", Role::name},                             // RFC 6906, and XFN
    LinkType{"search", Role::hyperlink},                         // HTML
    LinkType{"section", Role::hyperlink},                        // HTML 4.01
    LinkType{"serviceworker", Role::resource},                   // Service Workers 1, draft of 2016
    LinkType{"shortlink", Role::hyperlink},         // Microformats, existing rel values
    LinkType{"sidebar", Role::hyperlink},           // HTML5 (W3C draft)
    LinkType{"start", Role::hyperlink},             // HTML 4.01
    LinkType{"stylesheet", Role::style_sheet},      // HTML
    LinkType{"subresource", Role::resource},        // Chromium, before "preload"
    LinkType{"subsection", Role::hyperlink},        // HTML 4.01
    LinkType{"tag", Role::hyperlink},               // HTML5 (W3C draft)
    LinkType{"terms-of-service", Role::hyperlink},  // HTML
    LinkType{"token_endpoint", Role::name},         // IndieAuth 4.1
    LinkType{"up", Role::hyperlink},                // HTML5 (W3C draft)
    LinkType{"webmention", Role::name},             // Webmention 3.1.2
};

constexpr bool comes_before(LinkType const& a, LinkType const& b) {
  return a.name < b.name;
}
static_assert(std::is_sorted(link_types.begin(), link_types.end(), comes_before));

/// How Dublin Core in HTML declares the vocabulary of a prefix: "schema.DC" (DC-HTML, 3.1).
constexpr std::string_view vocabulary_prefix = "schema.";

/// For each letter, the number of the first type that does not begin with a letter before it.
///
/// FAST: with it, and without a copy of the type, a check of a manual takes 0.7 % fewer
/// instructions.
constexpr auto first_types = [] {
  std::array<std::uint8_t, 'z' - 'a' + 2> first{};
  for (LinkType const& type : link_types) {
    const auto letter = static_cast<std::size_t>(type.name.front() - 'a');
    for (std::size_t i = letter + 1; i < first.size(); ++i) ++first[i];
  }
  return first;
}();

Role role_of(std::string_view type) {
  const char letter = text::to_ascii_lower(type.front());
  if (letter < 'a' || letter > 'z') return Role::unknown;
  const auto number = static_cast<std::size_t>(letter - 'a');
  for (std::size_t i = first_types[number]; i < first_types[number + 1]; ++i) {
    if (text::equals_ignoring_ascii_case(type, link_types[i].name)) return link_types[i].role;
  }
  const bool declares_vocabulary =
      text::equals_ignoring_ascii_case(type.substr(0, vocabulary_prefix.size()), vocabulary_prefix);
  return declares_vocabulary ? Role::name : Role::unknown;
}

/// The set of roles of the types in `rel`. Browsers ignore unknown types.
class Roles {
 public:
  explicit Roles(std::string_view rel) {
    SpaceList types(rel);
    while (const auto range = types.next()) roles_ |= bit(role_of(range->in(rel)));
  }

  bool has(Role role) const { return (roles_ & bit(role)) != 0; }
  bool has_only(Role role) const { return roles_ == bit(role); }
  bool has_none_but(Role a, Role b) const {
    return roles_ != 0 && (roles_ & ~(bit(a) | bit(b))) == 0;
  }

 private:
  static unsigned bit(Role role) {
    return role == Role::unknown ? 0 : 1U << static_cast<unsigned>(role);
  }

  unsigned roles_ = 0;
};

}  // namespace

LinkKind kind_of_rel(std::string_view rel) {
  const Roles roles(rel);
  if (roles.has(Role::style_sheet)) return LinkKind::stylesheet;
  const bool is_resource = roles.has(Role::resource) || roles.has(Role::fetched_resource) ||
                           roles.has(Role::host_hint) || roles.has(Role::service);
  return is_resource ? LinkKind::resource : LinkKind::hyperlink;
}

/// RFC 4287, 4.2.7.2: a registered relation may also be written as an IRI.
static std::string_view feed_relation(std::string_view rel) {
  constexpr std::string_view registry = "http://www.iana.org/assignments/relation/";
  if (rel.starts_with(registry)) rel.remove_prefix(registry.size());
  return rel;
}

bool is_feed_alternate(std::string_view rel) {
  return text::equals_ignoring_ascii_case(feed_relation(rel), "alternate");
}

LinkKind kind_of_feed_rel(std::string_view rel) {
  rel = feed_relation(rel);
  return text::equals_ignoring_ascii_case(rel, "enclosure") ? LinkKind::media : kind_of_rel(rel);
}

bool creates_hyperlink(std::string_view rel) {
  const Roles roles(rel);
  return roles.has(Role::hyperlink) ||
         (roles.has(Role::alternate) && !roles.has(Role::style_sheet));
}

bool names_fetched_resource(std::string_view rel) {
  const Roles roles(rel);
  return roles.has(Role::fetched_resource) || roles.has(Role::style_sheet);
}

bool names_host_alone(std::string_view rel) {
  return Roles(rel).has_only(Role::host_hint);
}

LinkUse use_of_rel(std::string_view rel) {
  if (text::strip_ascii_whitespace(rel).empty()) return LinkUse::no_rel;
  const Roles roles(rel);
  if (roles.has_none_but(Role::name, Role::service)) return LinkUse::not_used;
  return roles.has_only(Role::host_hint) ? LinkUse::host_alone : LinkUse::used;
}

bool leads_to_feed(ElementView const& link) {
  constexpr std::array<std::string_view, 6> types{
      "application/atom+xml", "application/feed+json",  "application/json+oembed",
      "application/rss+xml",  "application/xml+oembed", "text/xml+oembed"};
  const auto type = link.attribute("type");
  const auto media = type ? parse_media_type(*type) : std::nullopt;
  return media && std::find(types.begin(), types.end(), media->essence) != types.end();
}

}  // namespace hrefkit::html
