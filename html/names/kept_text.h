// The elements of XML documents whose text can hold links.
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/html/namespace.h"

namespace hrefkit::html {

/// The member of a JSON Feed's item that is HTML.
inline constexpr std::string_view json_feed_html = "content_html";

/// The kind of text in an element of a feed or sitemap.
enum class FeedText : std::uint8_t {
  other,      ///< no URL and no HTML
  url,        ///< a URL
  html,       ///< HTML
  construct,  ///< of Atom (RFC 4287, 3.1 and 4.1.3) and Media RSS: HTML where `type` says so, and
              ///< in Atom 0.3 where it says nothing and `mode` is "escaped"
};

/// The text of the element with that local name.
FeedText feed_text(Namespace ns, std::string_view name);

/// True for style and script elements of any namespace, and for the elements of feeds and sitemaps
/// whose text is a URL or HTML. `name` is the local name.
bool may_hold_links_in_text(Namespace ns, std::string_view name);

/// The namespace that is meant by a root element without one, and by all elements without one below
/// it: RSS 2.0 has no namespace, and some feeds and sitemaps omit theirs. `none` for other names.
Namespace namespace_of_plain_root(std::string_view name);

}  // namespace hrefkit::html
