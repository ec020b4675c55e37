// The links in the HTTP head of a capture. They resolve against the document's address, whatever
// its base URL is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/http/fields.h"

namespace hrefkit::archive {

/// One URL in a field of an HTTP head.
struct HeaderLink {
  std::string_view header = {};  ///< "location", "link", "refresh" or "content-location"
  /// As stored, in UTF-8. Browsers read Link and Refresh as ISO-8859-1; so are other values that
  /// are not in UTF-8.
  std::string raw = {};
  /// What resolves: the same, except for Location and Content-Location: the bytes, percent-encoded
  /// where they are not ASCII.
  std::string reference = {};
  std::string rel = {};     ///< of a Link field
  std::uint32_t index = 0;  ///< counts the URLs of one field's name
  html::LinkKind kind = html::LinkKind::refresh;
};

/// The links of the head of the document at `url`, in the order of the fields. Location counts
/// where the status is 3xx. Left out are those whose `anchor` says that they are links of another
/// document, as in browsers.
std::vector<HeaderLink> header_links(http::ResponseHead const& head, std::string_view url);

/// The link of `links`, those of a head with this status, that browsers go to in place of the
/// document: the Location of a redirect (Fetch, "redirect status"). Null without one. An empty one
/// leads nowhere, and several that differ are an error.
HeaderLink const* find_redirect(int status, std::vector<HeaderLink> const& links);

}  // namespace hrefkit::archive
