// The links in the HTTP head of a capture. They resolve against the document's URL, whatever
// its base URL is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/http/fields.h"

namespace hrefkit::archive {

/// A URL in a field of an HTTP head.
struct HeaderLink {
  std::string_view header = {};  ///< "location", "link", "refresh" or "content-location"
  /// The stored value in UTF-8. Link and Refresh are decoded as ISO-8859-1, as browsers do, and so
  /// are other values that are not valid UTF-8.
  std::string raw = {};
  /// The text to resolve: `raw`, except that Location and Content-Location have their non-ASCII
  /// bytes percent-encoded.
  std::string reference = {};
  std::string rel = {};     ///< of a Link field
  std::uint32_t index = 0;  ///< number of the URL among those of the same `header`
  html::LinkKind kind = html::LinkKind::refresh;
  html::LinkUse use = html::LinkUse::used;  ///< whether browsers fetch or follow it
};

/// The links of the head of the document at `url`, in the order of the fields. Location counts
/// where the status is 3xx. Left out are those whose `anchor` says that they are links of another
/// document, as in browsers.
std::vector<HeaderLink> header_links(http::ResponseHead const& head, std::string_view url);

/// The Location that browsers follow, among the `header_links` of a response with this status
/// (Fetch, "redirect status"). Null if the status is no redirect, there is no Location, it is
/// empty, or several differ.
HeaderLink const* find_redirect(int status, std::vector<HeaderLink> const& links);

}  // namespace hrefkit::archive
