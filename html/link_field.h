// A link of an HTTP `Link` field, read as one of a link element (HTML Standard, "extract links from
// headers"). http::parse_link_header splits the field.
//
//   html::urls_of_field_link("/a.png", "preload", "/b.png 2x")  // /a.png, then /b.png
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// A URL of such a link.
struct FieldUrl {
  std::string_view raw;  ///< as written
  LinkKind kind = LinkKind::hyperlink;
  LinkUse use = LinkUse::used;  ///< as of the href or imagesrcset of a link element
};

/// The URLs of a link: its target, and the candidates of its `imagesrcset`. They view the
/// parameters.
std::vector<FieldUrl> urls_of_field_link(std::string_view target, std::string_view rel,
                                         std::string_view image_srcset);

/// True where a link with this `anchor` parameter is one of the document at `url`: its context (RFC
/// 8288, 3.2) is that document, or a part of it. Browsers use no link of another context.
bool is_anchored_in(std::string_view anchor, std::string_view url);

}  // namespace hrefkit::html
