#include "hrefkit/html/edit/fixed_links.h"

#include <algorithm>
#include <array>

#include "hrefkit/url/written_reference.h"

namespace hrefkit::html {

namespace {

constexpr std::array<std::string_view, 5> fixed_schemes{
    "javascript:", "data:", "mailto:", "about:", "blob:"};

/// True for the links for which an empty reference is the document's own address, and is followed.
bool follows_empty(Link const& link) {
  switch (link.kind) {
    case LinkKind::hyperlink:
      return link.element != "link" && (link.attribute == "href" || link.attribute == "xlink:href");
    case LinkKind::cite:
    case LinkKind::refresh:
    case LinkKind::base:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_fixed(Link const& link) {
  if (link.local || link.attribute == "itemid" || link.attribute == "itemtype") return true;
  if (is_in_script(link)) return true;
  if (is_bare_guid(link)) return true;
  return link.raw.empty() && !follows_empty(link);
}

bool is_in_script(Link const& link) {
  return link.attribute.empty() && link.element == "script";
}

bool is_fixed_url(std::string_view url) {
  return std::any_of(fixed_schemes.begin(), fixed_schemes.end(),
                     [&](std::string_view scheme) { return url.starts_with(scheme); });
}

bool is_same_document(std::string_view url, std::string_view page) {
  return url::without_fragment(url) == url::without_fragment(page);
}

}  // namespace hrefkit::html
