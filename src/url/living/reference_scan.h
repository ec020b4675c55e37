// One pass over a reference: whether it can be copied as it is, and where its parts are. It is the
// first half of the fast path (fast_path.h).
#pragma once

#include <cstddef>
#include <string_view>

namespace hrefkit::url {

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

}  // namespace hrefkit::url
