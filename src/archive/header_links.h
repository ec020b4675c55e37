// The links in the HTTP head of a capture. They resolve against the document's address, whatever
// its base URL is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/archive/capture.h"
#include "hrefkit/html/link.h"

namespace hrefkit::archive {

/// One URL in a field of an HTTP head.
struct HeaderLink {
  std::string_view header = {};  ///< "location", "link", "refresh" or "content-location"
  std::string raw = {};          ///< as stored, in UTF-8: bytes that are not count as ISO-8859-1
  std::string reference = {};    ///< what resolves: bytes past ASCII are percent-encoded
  std::string rel = {};          ///< of a Link field
  std::uint32_t index = 0;       ///< counts the URLs of one field's name
  html::LinkKind kind = html::LinkKind::refresh;
};

/// The links of a head, in the order of the fields. Location counts where the status is 3xx.
std::vector<HeaderLink> header_links(http::ResponseHead const& head);

}  // namespace hrefkit::archive
