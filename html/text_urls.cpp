#include "hrefkit/html/text_urls.h"

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

namespace {

constexpr LinkRow text_row{.element_ns = Namespace::none, .source = "RFC 9309; sitemaps.org"};
constexpr LinkRow pattern_row{.element_ns = Namespace::none,
                              .kind = LinkKind::metadata,
                              .source = "Netlify and Cloudflare Pages, _redirects and _headers",
                              .condition = LinkCondition::is_prefix};

}  // namespace

LinkRow const& row_of(TextUrlRole role) {
  return role == TextUrlRole::pattern ? pattern_row : text_row;
}

bool is_text_pattern(Link const& link) {
  return link.row == &pattern_row;
}

bool is_text_url(Link const& link) {
  return link.row == &text_row || is_text_pattern(link);
}

}  // namespace hrefkit::html
