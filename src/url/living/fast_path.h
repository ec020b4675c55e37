// The fast path: one scan decides whether a reference can be copied behind a prefix of its base,
// without the state machine (parser.h). It gives the state machine's result or no result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

// The scan: whether a reference can be copied as it is, and where its parts are.

/// The result of the scan. The offsets count from the start of the text.
struct ReferenceScan {
  /// True when no part holds a byte that the URL parser would encode, remove or turn into another
  /// one, and no path segment begins with a dot or holds "%2e". Only then the rest counts.
  bool plain = false;
  std::size_t path_end = 0;        ///< the first "?" or "#", or the end
  std::size_t fragment_begin = 0;  ///< the first "#", or the end
  /// The first ":" when it comes before every "/", "?" and "#"; else npos.
  std::size_t colon = std::string_view::npos;
};

/// Scans `text` from byte `begin` on, where a path segment begins. Uses vector instructions
/// where the target has them.
ReferenceScan scan_reference(std::string_view text, std::size_t begin);

/// The same without vector instructions; the results are equal.
ReferenceScan scan_reference_portably(std::string_view text, std::size_t begin);

/// The prefixes of a base URL to which references are appended, computed once.
class FastBase {
 public:
  FastBase() = default;
  explicit FastBase(Url const& base);

  /// Appends what `reference` resolves to; `href` is the base's. False when the state machine has
  /// to decide; then `out` is as before.
  bool append_resolved(std::string& out, std::string_view href, std::string_view reference) const;

 private:
  bool append_relative(std::string& out, std::string_view href, std::string_view reference) const;
  std::uint32_t parent(std::string_view href, std::uint32_t directory_end) const;

  std::uint32_t path_begin_ = 0;
  std::uint32_t directory_end_ = 0;  ///< after the path's last "/"
  std::uint32_t path_end_ = 0;
  std::uint32_t query_end_ = 0;
  bool has_paths_ = false;  ///< path-relative and root-relative references take the fast path
  bool opaque_ = false;
};

// Absolute URLs that the parser would copy unchanged: most of those in real pages.

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
