// Absolute URLs that the parser would copy unchanged: most of those in real pages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/living/reference_scan.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

/// The layout of the appended URL.
struct NormalUrl {
  UrlOffsets offsets;  ///< from where it was appended
  SchemeKind kind;
};

/// Appends `text` where it is a serialised URL of a special scheme, with a plain domain and perhaps
/// a port, or that URL without its first "/", which is added; or a serialised file URL without a
/// host. `scan` is scan_reference(text, 0). Nothing is appended where that is not certain.
std::optional<NormalUrl> append_normal_url(std::string& out, std::string_view text,
                                           ReferenceScan const& scan);

/// The same for a text that may have white space around it; scans it itself.
std::optional<NormalUrl> append_normal_url(std::string& out, std::string_view text);

}  // namespace hrefkit::url
