// An attribute beside a link, read from the source: building the tree for it would cost ten times
// as much as the rest of the second look.
#pragma once

#include <optional>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// What the source of a start tag tells of an attribute.
struct SourceAttribute {
  bool is_known = false;                       ///< false where only the tree can tell
  std::optional<std::string_view> value = {};  ///< nothing when the tag does not have it
};

/// The first attribute called `name` (lower case) of the start tag in whose attribute values
/// `place` stands. A value with character references is not known.
SourceAttribute attribute_beside(std::string_view text, text::Span place, std::string_view name);

}  // namespace hrefkit::site
